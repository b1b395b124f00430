// Everything that must hold, one step after the other; the last line is `N passed, N failed`.
// Arguments choose steps: `node scripts/test.mjs types unit`. A step that is one check counts as one test.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bringPrograms } from './debian.mjs';
import { journeys } from './test-journeys.mjs';

const root = path.dirname(import.meta.dirname);
const reports = path.join(root, 'test-results', 'reports');

const STEPS = {
  types: () =>
    check(
      ['contract', 'server', 'web', 'e2e']
        .filter(hasTypes)
        .map((part) => tool('typescript/bin/tsc', '-p', part)),
    ),
  lint: () => check([tool('oxlint/bin/oxlint', '--quiet')]),
  format: () => check([tool('oxfmt/bin/oxfmt', '--check', '.')]),
  unit: unitTests,
  browser: () => (hasSpecs() ? journeys({ root, run, tool, countPlaywright }) : null),
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !STEPS[name]);
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown steps: ${unknown.join(', ')}. There are: ${Object.keys(STEPS).join(', ')}.\n`,
  );
  process.exit(1);
}
process.exitCode = (await main(chosen.length > 0 ? chosen : Object.keys(STEPS))) ? 0 : 1;

async function main(names) {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const lines = [];
  const sum = { passed: 0, failed: 0 };
  for (const name of names) {
    const startedAt = performance.now();
    const result = await STEPS[name]();
    if (!result) continue;
    sum.passed += result.passed;
    sum.failed += result.failed;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    lines.push(
      `${result.failed > 0 ? '✗' : '✓'} ${name.padEnd(10)} ${result.passed} passed, ${result.failed} failed (${seconds} s)`,
    );
    process.stdout.write(`${lines.at(-1)}\n`);
  }
  process.stdout.write(`\n${lines.join('\n')}\n${sum.passed} passed, ${sum.failed} failed\n`);
  return sum.failed === 0 && sum.passed > 0;
}

/** One test that holds when all its commands do; all of them run, so that all problems show at once. */
async function check(commands) {
  let failed = 0;
  for (const command of commands) if ((await run(command)) !== 0) failed = 1;
  return { passed: 1 - failed, failed };
}

async function unitTests() {
  bringPrograms();
  const file = path.join(reports, 'unit.json');
  const code = await run(
    tool(
      'vitest/vitest.mjs',
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ),
  );
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  // A file that does not even load has no failed test in it, yet failed; so has an error outside of any test.
  const broken = report.testResults.filter(
    (suite) =>
      suite.status === 'failed' && suite.assertionResults.every((test) => test.status !== 'failed'),
  );
  const failed = report.numFailedTests + broken.length;
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}

function countPlaywright(file, code) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { stats, errors } = JSON.parse(readFileSync(file, 'utf8'));
  const failed = stats.unexpected + (errors?.length ?? 0);
  return { passed: stats.expected + stats.flaky, failed: failed === 0 && code !== 0 ? 1 : failed };
}

function tool(file, ...args) {
  return [path.join(root, 'node_modules', file), ...args];
}

function run(args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function hasTypes(part) {
  return existsSync(path.join(root, part, 'tsconfig.json'));
}

function hasSpecs() {
  const folder = path.join(root, 'e2e');
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((name) => name.endsWith('.spec.ts'))
  );
}

import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from './process.ts';

/** One line of the table. */
export interface Row {
  readonly work: string;
  readonly measured: string;
  readonly goal: string;
  /** null where no goal is set. */
  readonly isMet: boolean | null;
}

/** Prints the table; that of a whole run is written to `bench/results.md`, where what was measured by hand stays. */
export async function report(
  rows: readonly Row[],
  facts: readonly string[],
  isWhole: boolean,
): Promise<void> {
  const width = Math.max(...rows.map(({ work }) => work.length));
  process.stdout.write('\n');
  for (const row of rows)
    process.stdout.write(
      `${markOf(row)} ${row.work.padEnd(width)}  ${row.measured}   [${row.goal}]\n`,
    );
  if (!isWhole) return;
  const file = path.join(ROOT, 'bench', 'results.md');
  const [, byHand = ''] = (await readFile(file, 'utf8')).split(/^(?=## By hand$)/m);
  await writeFile(file, `${textOf(rows, facts)}${byHand && `\n${byHand}`}`);
  process.stdout.write('\nWritten to bench/results.md\n');
}

/** What the figures were taken on. */
export function machine(postgres: string): string[] {
  const cpus = os.cpus();
  return [
    `Date: ${new Date().toISOString().slice(0, 10)}`,
    `Machine: ${cpus.length} cores (${cpus[0]?.model.trim() ?? 'unknown'}), ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.type()} ${os.release()}`,
    `Load of the machine before the run (1 min): ${LOAD_BEFORE.toFixed(1)}; figures of a busy machine are rough, ratios less so`,
    `Versions: Node ${process.versions.node}, PostgreSQL ${postgres}`,
  ];
}

const LOAD_BEFORE = os.loadavg()[0] ?? 0;

function textOf(rows: readonly Row[], facts: readonly string[]): string {
  const lines = rows.map(
    (row) => `| ${row.work} | ${row.measured} | ${row.goal} | ${markOf(row)} |`,
  );
  return `# Figures

Written by \`npm run bench\`. Load comes from a generator on the same machine; the bare server (\`bench/bare.ts\`: Fastify
and pg, hand-written statements, no sessions, rights, sites or log) and ours take turns on the same database, so that
the ratio says more than the numbers. Medians, with least and most of the rounds in brackets. Processor time is
that of server and PostgreSQL for one call. Calls that are refused or fail (a statement that runs into its limit of 5 s)
are no success and are told; they also burden the round of the bare server that follows.

${facts.map((fact) => `- ${fact}`).join('\n')}

| work | measured | goal | met |
|---|---|---|---|
${lines.join('\n')}
`;
}

function markOf({ isMet }: Row): string {
  return isMet === null ? '–' : isMet ? '✓' : '✗';
}

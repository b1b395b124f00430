import type { Browser, BrowserContext, Page } from '@playwright/test';
import { giveCookies, openBrowser } from './browser.ts';
import { median, spread, text } from './load.ts';
import type { Row } from './report.ts';
import type { Headers, Stage } from './stage.ts';

interface View {
  readonly milliseconds: number;
  /** Bytes as they came over the wire: scripts and styles, and everything. */
  readonly codeKb: number;
  readonly allKb: number;
}

const ROUNDS = 5;
const LIST = '/production/order';

/** What a person waits for: the sign-in page and the first list page, caches cold and warm. */
export async function pages(stage: Stage): Promise<Row[]> {
  const browser = await openBrowser();
  if (!browser)
    return [{ work: 'Pages in a browser', measured: 'no Chromium found', goal: '', isMet: null }];
  try {
    return [...(await signInPage(browser, stage)), ...(await listPage(browser, stage))];
  } finally {
    await browser.close();
  }
}

async function signInPage(browser: Browser, stage: Stage): Promise<Row[]> {
  const cold = await rounds(() => view(browser, stage, '/login', null, 'input[type="password"]'));
  const [size, seen] = [
    cold.map(({ codeKb }) => codeKb),
    cold.map(({ milliseconds }) => milliseconds / 1000),
  ];
  return [
    {
      work: 'Sign-in page, cold: scripts and styles until it is seen',
      measured: `${text(median(size))} kB`,
      goal: '≤ 150 kB compressed',
      isMet: median(size) <= 150,
    },
    {
      work: '… visible after',
      measured: `${spread(seen, 2)} s`,
      goal: '≤ 0.4 s',
      isMet: median(seen) <= 0.4,
    },
  ];
}

async function listPage(browser: Browser, stage: Stage): Promise<Row[]> {
  const person = stage.people[0] ?? {};
  const row = 'tbody tr[data-row-key], .ant-table-row';
  const cold = await rounds(() => view(browser, stage, LIST, person, row));
  const slow = await rounds(() => view(browser, stage, LIST, person, row, { slower: 4 }));
  const warm = await rounds(() => view(browser, stage, LIST, person, row, { warm: true }));
  const size = median(cold.map(({ allKb }) => allKb));
  return [
    {
      work: 'First list page (orders), cold: everything until its first row',
      measured: `${text(size)} kB`,
      goal: '≤ 400 kB',
      isMet: size <= 400,
    },
    waited('… first row', cold, 0.7),
    waited('… first row with the processor 4× slower', slow, 2),
    waited('… first row, warm', warm, 0.4),
  ];
}

function waited(work: string, views: readonly View[], goal: number): Row {
  const seconds = views.map(({ milliseconds }) => milliseconds / 1000);
  return {
    work,
    measured: `${spread(seconds, 2)} s`,
    goal: `≤ ${goal} s`,
    isMet: median(seconds) <= goal,
  };
}

async function rounds(look: () => Promise<View>): Promise<View[]> {
  const views: View[] = [];
  for (let round = 0; round < ROUNDS; round += 1) views.push(await look());
  return views;
}

/** Opens an address in a browser without any cache (or with a warm one) and waits until something is seen. */
async function view(
  browser: Browser,
  stage: Stage,
  address: string,
  person: Headers | null,
  selector: string,
  options: { slower?: number; warm?: boolean } = {},
): Promise<View> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
  });
  try {
    if (person) await giveCookies(context, stage.ours.base, person);
    const page = await context.newPage();
    if (options.warm) await seen(page, stage.ours.base + address, selector);
    const count = await counter(context, page, options.slower ?? 1);
    const milliseconds = await seen(page, stage.ours.base + address, selector);
    return { milliseconds, ...count() };
  } finally {
    await context.close();
  }
}

/**
 * Milliseconds from the start of the navigation to the first frame that shows what is waited for. The page itself
 * takes the time, frame by frame: the browser's driver looks only every half second once it has waited for a while.
 */
async function seen(page: Page, url: string, selector: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const tell = `seen${(tellers += 1)}`;
  const timer = setTimeout(reject, 30_000, new Error(`${url} did not show ${selector} in 30 s`));
  await page.exposeFunction(tell, resolve);
  await page.addInitScript({ content: tellFirstFrame(selector, tell) });
  await page.goto(url, { waitUntil: 'commit' });
  return promise.finally(() => clearTimeout(timer));
}

let tellers = 0;

/** Script of a page that tells when a frame first shows what the selector finds. */
function tellFirstFrame(selector: string, tell: string): string {
  return `(function look(now) {
    const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect();
    if (box?.width && box.height) window[${JSON.stringify(tell)}](now);
    else requestAnimationFrame(look);
  })()`;
}

/** Counts bytes as they come over the wire, headers included. */
async function counter(
  context: BrowserContext,
  page: Page,
  slower: number,
): Promise<() => { codeKb: number; allKb: number }> {
  const wire = await context.newCDPSession(page);
  await wire.send('Network.enable');
  if (slower > 1) await wire.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const code = new Set<string>();
  const bytes = new Map<string, number>();
  wire.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script' || type === 'Stylesheet') code.add(requestId);
  });
  wire.on(
    'Network.loadingFinished',
    ({ requestId, encodedDataLength }) => void bytes.set(requestId, encodedDataLength),
  );
  const sum = (ids: Iterable<string>) =>
    [...ids].reduce((all, id) => all + (bytes.get(id) ?? 0), 0) / 1000;
  return () => ({ codeKb: sum(code), allKb: sum(bytes.keys()) });
}

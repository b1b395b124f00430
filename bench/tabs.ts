import type { CDPSession, Page } from '@playwright/test';
import { giveCookies, openBrowser } from './browser.ts';
import { text } from './load.ts';
import type { Row } from './report.ts';
import type { Stage } from './stage.ts';

const TABS = 100;
const PAGES = ['/baseConfig/line', '/baseConfig/product', '/baseConfig/equipment', '/system/user'];

/** What a browser keeps of 100 pages that were opened as tabs and closed again. */
export async function tabMemory(stage: Stage): Promise<Row[]> {
  const browser = await openBrowser();
  if (!browser)
    return [{ work: 'Tabs in a browser', measured: 'no Chromium found', goal: '', isMet: null }];
  try {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
    await giveCookies(context, stage.ours.base, stage.people[0] ?? {});
    const page = await context.newPage();
    const wire = await context.newCDPSession(page);
    await page.goto(`${stage.ours.base}/production/order`);
    await page.locator('.ant-table-row').first().waitFor();
    // The code of the pages belongs to the start: it is loaded once, whatever the number of tabs.
    await openAndClose(page, PAGES.length);
    const before = await heapMb(wire);
    await openAndClose(page, TABS);
    const after = await heapMb(wire);
    const more = (after / before - 1) * 100;
    return [
      {
        work: `Memory of the browser after ${TABS} tabs opened and closed`,
        measured: `${text(after, 1)} MB after ${text(before, 1)} MB = ${more >= 0 ? '+' : ''}${text(more)} %`,
        goal: '≤ +20 %',
        isMet: more <= 20,
      },
    ];
  } finally {
    await browser.close();
  }
}

async function openAndClose(page: Page, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const path = PAGES[time % PAGES.length] ?? '';
    await page.evaluate(
      `history.pushState(null, '', '${path}'); dispatchEvent(new Event('popstate'));`,
    );
    const tab = page.locator(`.tab[data-active]:has(a[href="${path}"])`);
    await tab.waitFor();
    await page.locator('.page:visible .ant-table').first().waitFor();
    await tab.locator('button').click();
    await page.waitForURL((url) => url.pathname !== path);
  }
}

async function heapMb(wire: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round += 1) await wire.send('HeapProfiler.collectGarbage');
  const { usedSize } = await wire.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';

/** Collects what the browser's console complains about, from now on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${page.url()})`);
  });
  page.on('pageerror', (error) => complaints.push(`${error.message} (${page.url()})`));
  return complaints;
}

/** Px of the list in front that one would have to scroll sideways to; null where the page has no list. */
export async function hiddenSideways(page: Page): Promise<number | null> {
  return widestHidden(
    page.locator('.page:visible .list-table :is(.ant-table-body, .ant-table-tbody-virtual-holder)'),
  );
}

/** Px of the tables of child rows in a form that one would have to scroll sideways to; null where it has none. */
export function hiddenOfRows(form: Locator): Promise<number | null> {
  return widestHidden(form.locator('.child-rows'));
}

async function widestHidden(scrolling: Locator): Promise<number | null> {
  const overflows = await scrolling.evaluateAll((bodies) =>
    bodies.map((body) => body.scrollWidth - body.clientWidth),
  );
  return overflows.length === 0 ? null : Math.max(...overflows);
}

/** What axe finds on the page as it stands, or in a part of it: one line per rule, with the first elements. */
export async function axeFindings(page: Page, part?: string): Promise<string[]> {
  // No page holds another one, so axe runs within it; what passes is not described.
  const whole = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (part ? whole.include(part) : whole).analyze();
  return violations.map((rule) => {
    const where = rule.nodes
      .slice(0, 3)
      .map((node) => `${node.target.join(' ')}: ${node.any[0]?.message ?? node.html}`);
    return `${rule.id} (${rule.impact}) ×${rule.nodes.length}: ${where.join(' | ')}`;
  });
}

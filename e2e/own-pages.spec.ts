import { expect, test } from './support/journey.ts';
import { call, signIn } from './support/person.ts';

interface Route {
  readonly path: string;
  readonly children?: readonly Route[];
}

for (const [who, role] of [
  ['cs0317', 'operator'],
  ['chenhao', 'team leader'],
  ['huangwei', 'process engineer'],
  ['madong', 'warehouse keeper'],
] as const)
  test(`every page in the menu of the ${role} opens without a call that is refused`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    const session = await signIn(page, who);
    const routes = await call<Route[]>(page.request, session, 'GET', '/api/user/auth/getRouters');
    const paths = pathsOf(routes.data, '').filter((path) => !path.includes(':'));
    expect(paths.length).toBeGreaterThan(5);
    const refused: string[] = [];
    page.on('response', async (response) => {
      if (!response.headers()['content-type']?.includes('json')) return;
      const answer: unknown = await response.json().catch(() => null);
      const { code = 0 } = (answer ?? {}) as { code?: number };
      if (code !== 0) refused.push(`${new URL(page.url()).pathname}: ${code} ${response.url()}`);
    });
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator('.page:visible')).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
    expect(refused).toEqual([]);
  });

function pathsOf(routes: readonly Route[], above: string): string[] {
  return routes.flatMap(({ path, children = [] }) => {
    const whole = path.startsWith('/') ? path : `${above}/${path}`;
    return children.length > 0 ? pathsOf(children, whole) : [whole];
  });
}

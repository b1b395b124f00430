import { chromium } from '@playwright/test';
const base = 'http://127.0.0.1:18500';
const b = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const todo = JSON.parse(process.argv[2]);
const tokens = {};
for (const [name, user, locale, path, w, h, steps] of todo) {
  const c = await b.newContext({ viewport: { width: w ?? 1366, height: h ?? 768 }, baseURL: base });
  const p = await c.newPage();
  p.on(
    'console',
    (m) =>
      ['error', 'warning'].includes(m.type()) &&
      console.log(name, 'CONSOLE', m.text().slice(0, 200)),
  );
  p.on('pageerror', (e) => console.log(name, 'PAGEERROR', e.message.slice(0, 200)));
  if (!tokens[user]) {
    const r = await c.request.post('/api/user/auth/login', {
      data: { username: user, password: 'journeys-2026' },
    });
    const j = await r.json();
    const { access_token, sub, code } = j.data.userTokenMsg;
    tokens[user] = { jwt_token: access_token, sub, code };
  }
  await c.addCookies(
    Object.entries(tokens[user]).map(([n, v]) => ({ name: n, value: v, url: base })),
  );
  await p.addInitScript((l) => localStorage.setItem('locale', l), locale);
  try {
    await p.goto(path);
    await p.locator('.page:visible').first().waitFor({ timeout: 20000 });
    await p.waitForTimeout(3500);
    for (const s of steps ?? []) {
      const [k, v] = s;
      if (k === 'click') {
        await p.getByRole('button', { name: v }).first().click({ timeout: 8000 });
      } else if (k === 'row') {
        await p.locator('.page:visible .ant-table-row').nth(v).locator('td').nth(2).click();
      } else if (k === 'css') {
        await p.locator(v).first().click({ timeout: 8000 });
      }
      await p.waitForTimeout(2200);
    }
  } catch (e) {
    console.log(name, 'ERR', e.message.slice(0, 200));
  }
  await p.screenshot({ path: `/tmp/shots/${name}.png` });
  await c.close();
}
await b.close();

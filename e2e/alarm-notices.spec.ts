import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { makePerson, PASSWORD_OF_MADE, roleOf } from './support/made-person.ts';
import { credentialsOf, make, signIn } from './support/person.ts';
import type { Credentials, Envelope } from './support/person.ts';
import { listShown, shell } from './support/shell.ts';

interface Gateway {
  readonly id: string;
  readonly revision: number;
  readonly clientId: string;
}

/** A machine with a gateway of its own; gives what says that an alarm of it came (1) or went (0). */
async function machineOf(request: APIRequestContext, person: Credentials, number: string) {
  const draft = { code: `GW-${number}`, name: `网关${number}` };
  const gateway = await make<Gateway>(request, person, '/api/base/gateways', draft);
  const { secret } = await make<{ secret: string }>(
    request,
    person,
    `/api/base/gateways/${gateway.id}/actions/renew`,
    { revision: gateway.revision },
  );
  await make(request, person, '/api/base/equipments', {
    number,
    nickname: `机床${number}`,
    equipmentKind: 'machineTool',
    standardActionRate: '85',
    gatewayId: gateway.id,
  });
  const authorization = `Basic ${Buffer.from(`${gateway.clientId}:${secret}`).toString('base64')}`;
  return async (encoding: string, active: 0 | 1) => {
    const sendTime = new Date().toISOString();
    const common = { clientId: gateway.clientId, deviceNumber: number, sendTime };
    const data = { encoding, active, text: 'COOLANT LOW' };
    const answer = await request.post('/api/device/messages', {
      headers: { authorization },
      data: [{ ...common, messageId: `${encoding}-${active}`, type: 'alarm', data }],
    });
    const { data: done } = (await answer.json()) as Envelope<{ accepted: string[] }>;
    expect(done.accepted).toHaveLength(1);
  };
}

/** An alarm of which people are told. */
async function configure(request: APIRequestContext, admin: Credentials, encoding: string) {
  await make(request, admin, '/api/alarm/configs', {
    encoding,
    level: '3',
    equipmentKind: 'machineTool',
    controlType: '*',
    notify: true,
    contentZh: '切削液不足',
    contentEn: 'Coolant low',
  });
}

test('a new alarm is heard until the person switches the sound off', async ({ page }) => {
  const keeper = await credentialsOf(page.request, 'zhaolei');
  const admin = await credentialsOf(page.request, 'admin');
  const stamp = String(Date.now()).slice(-7);
  const username = `ear${Date.now().toString(36)}`;
  const role = await roleOf(page.request, admin, 'equipment_engineer');
  await makePerson(page.request, admin, username, [role]);
  const codes = [`EA${stamp}`, `EB${stamp}`];
  for (const encoding of codes) await configure(page.request, admin, encoding);
  const say = await machineOf(page.request, keeper, `NB-MD-${stamp}`);
  await page.addInitScript(() => {
    window.OscillatorNode = class extends OscillatorNode {
      override start(when?: number) {
        const { dataset } = document.documentElement;
        dataset['tones'] = String(Number(dataset['tones'] ?? 0) + 1);
        super.start(when);
      }
    };
  });
  await signIn(page, username, {
    path: '/user/profile?tab=preferences',
    password: PASSWORD_OF_MADE,
  });
  const html = page.locator('html');
  const bell = page.getByRole('button', { name: '消息通知' });
  /** The page has been touched, without which a browser plays nothing, and has looked once before. */
  const told = async (encoding: string) => {
    await page.waitForResponse(/\/api\/index\/getActiveTipsVo/);
    await bell.click();
    await say(encoding, 1);
    await expect(page.locator('.bell-list')).toContainText(encoding);
    await page.keyboard.press('Escape');
  };
  await told(codes[0] ?? '');
  await expect(html).toHaveAttribute('data-tones', /[1-9]/);

  const sound = page.getByRole('switch', { name: '报警提示音' });
  await expect(sound).toBeChecked();
  await sound.click();
  await expect(shell(page).toast).toContainText('已保存');
  await expect(sound).not.toBeChecked();
  await page.reload();
  await expect(sound).not.toBeChecked();
  await told(codes[1] ?? '');
  await expect(html).not.toHaveAttribute('data-tones');
  for (const encoding of codes) await say(encoding, 0);
});

test('an alarm that comes in reaches the bell, leads to the log, and leaves the bell when it is acknowledged', async ({
  page,
}) => {
  const keeper = await credentialsOf(page.request, 'zhaolei');
  const stamp = String(Date.now()).slice(-7);
  const [number, encoding] = [`NB-MC-${stamp}`, `EX${stamp}`];
  const admin = await credentialsOf(page.request, 'admin');
  await configure(page.request, admin, encoding);
  const say = await machineOf(page.request, keeper, number);

  await signIn(page, 'chenhao', { path: '/home' });
  const bell = page.getByRole('button', { name: '消息通知' });
  await expect(bell).toBeVisible();
  await say(encoding, 1);
  await bell.click();
  const notice = page.locator('.bell-list button', { hasText: encoding });
  await expect(notice).toContainText(`${number} 报警 ${encoding} 切削液不足`);
  await notice.click();
  await expect(page).toHaveURL(new RegExp(`/log/alarm\\?.*encoding=${encoding}`));
  await listShown(page);
  const front = shell(page).page;
  const row = front.locator('.ant-table-row').filter({ hasText: encoding });
  await expect(row).toContainText('待确认');
  await row.locator('td').nth(2).click();
  const drawer = front.getByRole('dialog').last();
  await drawer.getByRole('button', { name: '确认', exact: true }).click();
  const asked = page.locator('.ant-modal');
  await asked.getByLabel('说明').fill('已补液');
  await asked.getByRole('button', { name: '确认', exact: true }).click();
  await expect(row).toContainText('已确认');
  await page.keyboard.press('Escape');
  await bell.click();
  await expect(page.locator('.bell-list, .bell-none').first()).toBeVisible();
  await expect(notice).toHaveCount(0);
  await say(encoding, 0);
});

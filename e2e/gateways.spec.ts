import { createServer, type AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { choose } from './support/fields.ts';
import { expect, test } from './support/journey.ts';
import { call as ask, rowsOf, signIn } from './support/person.ts';
import { listShown, shell } from './support/shell.ts';

test('a gateway is made, its secret shown once, its mapping tried and kept', async ({ page }) => {
  const source = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('2026-03-02T08:00:00Z|execution|ACTIVE|spindle|1200\n');
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  const { port } = source.address() as AddressInfo;
  const person = await signIn(page, 'zhaolei', { path: '/baseConfig/gateway' });
  await listShown(page);
  const front = shell(page).page;
  const code = `GW-${String(Date.now()).slice(-8)}`;
  await front.getByRole('button', { name: '新建网关' }).click();
  const pane = front.getByRole('dialog').last();
  await pane.getByLabel('网关编号').fill(code);
  await pane.getByLabel('网关名称').fill(`机加网关${code}`);
  await choose(page, pane.getByRole('combobox', { name: '协议' }), '行协议 SHDR');
  await pane.getByLabel('地址').fill(`127.0.0.1:${port}`);
  await front.getByRole('button', { name: '保存', exact: true }).click();
  const row = front.locator('.ant-table-row').filter({ hasText: code });
  await expect(row).toContainText('从未上报');

  await row.locator('.row-open').click();
  await pane.getByRole('button', { name: '更换密钥' }).click();
  await shell(page).question.getByRole('button', { name: '更换密钥' }).click();
  const shown = page.locator('.ant-modal').filter({ hasText: '新密钥' });
  const clientId = (await shown.locator('output').first().textContent()) ?? '';
  const secret = (await shown.locator('output').last().textContent()) ?? '';
  expect(clientId).toMatch(/^gw-[0-9a-f]{16}$/);
  expect(secret).toMatch(/^[\w-]{43}$/);
  await shown.getByRole('button', { name: '关闭' }).last().click();
  await expect(page.getByText(secret)).toHaveCount(0);
  const call = (password: string) =>
    page.request.get('/api/device/commands', {
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${password}`).toString('base64')}`,
      },
    });
  expect(await (await call(secret)).json()).toMatchObject({ code: 0, data: { list: [] } });
  expect(await (await call('wrong')).json()).toMatchObject({ code: 402 });
  const [kept] = await rowsOf(page.request, person, `/api/base/gateways?params[code]=${code}`);
  expect(JSON.stringify(kept)).not.toContain(secret);

  await pane.getByRole('tab', { name: '数据映射' }).click();
  await pane.getByRole('button', { name: '填入常用映射' }).click();
  const sample = pane.getByLabel('粘贴几行数据试一试');
  await sample.fill('2026-03-02T08:00:00Z|execution|ACTIVE|spindle|1200');
  const preview = pane.locator('section', { hasText: '得到的消息' });
  await expect(preview).toContainText('NB-MC-01 state {"status":"run","rawStatus":"ACTIVE"}');
  await expect(preview).toContainText('未映射的数据项（1）：spindle');
  await pane.getByRole('switch', { name: '实时预览' }).click();
  const live = pane.getByRole('region', { name: '实时预览' });
  await expect(live.getByRole('row').filter({ hasText: 'execution' })).toContainText(
    'NB-MC-01 状态：status=run rawStatus=ACTIVE',
  );
  const unmapped = live.getByRole('row').filter({ hasText: 'spindle' });
  await expect(unmapped).toContainText('未映射');
  await unmapped.getByRole('button', { name: '加入映射' }).click();
  await expect(unmapped).not.toContainText('未映射');
  await pane.getByRole('button', { name: '移除数据项「spindle」' }).click();
  await expect(unmapped).toContainText('未映射');
  await onPhone(page, async () => {
    for (const part of ['.mapping-table fieldset', '.live-values'])
      await expect
        .poll(() => pane.locator(part).evaluate((it) => it.scrollWidth - it.clientWidth))
        .toBe(0);
  });
  await live.getByRole('switch').click();
  const values = pane
    .getByRole('row')
    .filter({ has: page.getByRole('combobox', { name: '「execution」的含义' }) });
  await values.getByLabel('值对应').fill('ACTIVE=setup; *=idle');
  await values.getByLabel('值对应').press('Enter');
  await expect(preview).toContainText('NB-MC-01 state {"status":"setup","rawStatus":"ACTIVE"}');
  await pane.getByText('JSON（专家）').click();
  const written = pane.locator('#gateway-mapping');
  const usual = await written.inputValue();
  await written.fill('{"devices": []}');
  await expect(pane.getByRole('alert')).toContainText('映射不正确');
  await expect(pane.getByRole('button', { name: '保存映射' })).toBeDisabled();
  await written.fill(usual);
  await pane.getByRole('button', { name: '保存映射' }).click();
  await expect(pane.getByRole('status')).toContainText('映射已保存');
  const messageId = `seen-${code}`;
  const machine = { number: `NB-${code}`, nickname: '加工中心', equipmentKind: 'machineTool' };
  const bound = { ...machine, standardActionRate: '85', gatewayId: kept?.['id'] };
  const added = await ask(page.request, person, 'POST', '/api/base/equipments', bound);
  expect(added, added.msg).toMatchObject({ code: 0 });
  const said = { clientId, type: 'state', data: { status: 'run' } };
  const sent = await page.request.post('/api/device/messages', {
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
    },
    data: [
      { ...said, messageId, deviceNumber: 'NOBODY-1', sendTime: new Date().toISOString() },
      {
        ...said,
        messageId: `ahead-${code}`,
        deviceNumber: machine.number,
        // Eleven minutes ahead, whether it arrives at once or half a minute later.
        sendTime: new Date(Date.now() + 11.5 * 60_000).toISOString(),
      },
      {
        ...said,
        messageId: `early-${code}`,
        deviceNumber: machine.number,
        sendTime: new Date(Date.now() + 3.5 * 60_000).toISOString(),
      },
    ],
  });
  expect(await sent.json()).toMatchObject({ data: { rejected: [{ messageId }] } });
  await page.reload();
  await row.locator('.row-open').click();
  // The server reads the source too, and what it says is told beside.
  const message = pane.locator('.gateway-messages li').filter({ hasText: 'NOBODY-1' });
  await expect(message).toHaveCount(1);
  await message.locator('summary').click();
  await expect(message.locator('pre')).toContainText(`"messageId": "${messageId}"`);
  const facts = pane.locator('.gateway-traffic .facts > div');
  const fact = (label: string) => facts.filter({ hasText: label }).locator('dd');
  await expect(fact('每分钟消息')).toHaveText(/[1-9]/);
  // A clock that is ahead by less than counts as suspect makes no delay less than none.
  await expect(fact('平均延时')).toHaveText(/^\d[\d,]* (毫秒|秒) 有时钟超前，最多3 分/);
  await expect(fact('24小时内拒绝')).toHaveText(/[1-9]/);
  await expect(fact('24小时内时间可疑')).toHaveText('1');
  const refused = pane.locator('.gateway-refused li').filter({ hasText: messageId });
  await expect(refused).toContainText('设备「NOBODY-1」不存在');
  await refused.locator('summary').click();
  await expect(refused.locator('pre')).toContainText('"deviceNumber": "NOBODY-1"');
  const suspect = pane.locator('.gateway-suspect li');
  await expect(suspect).toHaveCount(1);
  await expect(suspect).toContainText(`${machine.number} 状态 快 11 分`);
  await expect(pane.locator('.gateway-device')).toContainText(machine.number);
  await pane.getByRole('tab', { name: '数据映射' }).click();
  await pane.getByText('JSON（专家）').click();
  // The same mapping; the database orders its names.
  await expect(written).not.toHaveValue('');
  expect(JSON.parse(await written.inputValue())).toEqual(JSON.parse(usual));
  await pane.getByRole('tab', { name: '通讯' }).click();
  await suspect.getByRole('link', { name: `ahead-${code}` }).click();
  await listShown(page);
  await expect(shell(page).page.locator('.ant-table-row')).toHaveCount(1);
  await expect(shell(page).page.locator('.ant-table-row')).toContainText('快 11 分');
  await page.goto('/log/communication');
  await listShown(page);
  await shell(page).page.getByRole('button', { name: '时间可疑' }).click();
  const doubtful = page.getByRole('dialog', { name: '时间可疑' });
  await expect(doubtful).not.toContainText(`early-${code}`);
  await doubtful.getByRole('button', { name: `ahead-${code}` }).click();
  await expect(shell(page).page.locator('.ant-table-row')).toHaveCount(1);
  await expect(shell(page).page.locator('.ant-table-row')).toContainText(`ahead-${code}`);
  source.close();
});

async function onPhone(page: Page, look: () => Promise<void>): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await look();
  if (size) await page.setViewportSize(size);
}

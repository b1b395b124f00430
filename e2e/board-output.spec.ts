import { makeBoard, tokenOf } from './support/board.ts';
import { expect, test } from './support/journey.ts';
import { call, credentialsOf, make, signIn } from './support/person.ts';

test('the output of a line stands above its state and what stopped it last; red takes the place of the hours', async ({
  page,
  browser,
}) => {
  const person = await signIn(page, 'admin', { path: '/system/kanban' });
  const code = `O${Date.now() % 1_000_000}`;
  // At a site whose machines no other journey counts.
  const sites = await call<{ id: string; departName: string }[]>(
    page.request,
    person,
    'GET',
    '/api/user/auth/you/can/switch/site?isAll=false',
  );
  const siteId = sites.data.find(({ departName }) => departName === '常熟机加厂')?.id;
  const made = <T>(path: string, body: object) =>
    make<T>(page.request, person, path, { siteId, ...body });
  const gateway = await made<{ id: string; clientId: string; revision: number }>(
    '/api/base/gateways',
    { code: `GW-${code}`, name: `网关${code}` },
  );
  const { secret } = await make<{ secret: string }>(
    page.request,
    person,
    `/api/base/gateways/${gateway.id}/actions/renew`,
    { revision: gateway.revision },
  );
  const machine = await made<{ id: string }>('/api/base/equipments', {
    number: code,
    nickname: '展厅压机',
    equipmentKind: 'machineTool',
    standardActionRate: '85',
    gatewayId: gateway.id,
  });
  const shifts = [
    { name: '早班', startTime: '08:00', endTime: '20:00', breaks: [], weekdays: [] },
    { name: '夜班', startTime: '20:00', endTime: '08:00', breaks: [], weekdays: [] },
  ];
  const devices = [{ equipmentId: machine.id }];
  const line = await made<{ id: string }>('/api/base/lines', {
    code,
    name: `展厅线${code}`,
    shifts,
    devices,
  });
  const board = await makeBoard(page.request, person, code, {
    siteId,
    lineId: line.id,
    refreshSeconds: 5,
    pages: [{ page: 'output', seconds: 600 }],
  });
  const token = await tokenOf(page.request, person, board);
  const size = { viewport: { width: 1920, height: 1080 } };
  const wall = await (await browser.newContext(size)).newPage();
  await wall.goto(`/board/${code}#token=${token}`);
  const foot = wall.locator('.board-foot');
  const hours = wall.locator('.board-hours');
  await expect(foot).toHaveText('无数据本班没有停机');
  await expect(hours).toBeVisible();

  const engineer = await credentialsOf(page.request, 'qianjun');
  const path = `/api/equipment/machine-tools/${machine.id}/actions/setStatus`;
  await make(page.request, engineer, path, { revision: 1, status: 'maintain' });
  await expect(foot).toContainText('保养', { timeout: 15_000 });
  expect((await foot.boundingBox())?.height).toBe(118);

  const basic = Buffer.from(`${gateway.clientId}:${secret}`).toString('base64');
  const say = async (type: string, data: object) => {
    const sent = await page.request.post('/api/device/messages', {
      headers: { authorization: `Basic ${basic}` },
      data: [
        {
          clientId: gateway.clientId,
          messageId: `${type}-${Date.now()}`,
          deviceNumber: code,
          type,
          sendTime: new Date().toISOString(),
          data,
        },
      ],
    });
    expect(await sent.json()).toMatchObject({ data: { rejected: [] } });
  };
  await say('state', { status: 'alarm' });
  await say('alarm', { encoding: `E-${code}`, text: '模具冷却水压低', active: 1 });
  await expect(foot).toHaveText(/^报警\d\d:\d\d 报警 \d 分，模具冷却水压低$/, { timeout: 15_000 });
  await expect(hours).toHaveCount(0);
  await say('state', { status: 'run' });
  await expect(foot).toContainText('运行', { timeout: 15_000 });
  await expect(hours).toBeVisible();
  await wall.context().close();
});

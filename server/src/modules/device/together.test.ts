import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../kernel/testing.ts';
import { makeGateway, message, post, type TestGateway } from './testing.ts';

// Gateways of one site share transactions; each keeps its machines, its ids and its answers.

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const query = async <T extends object>(text: string, ...values: unknown[]) =>
  (await test.database.owner.query<T>(text, values)).rows;

it('keeps apart what gateways of a site send together, the one that PostgreSQL refuses among it', async () => {
  const first = await makeGateway(test, ['T-1']);
  const site = first.site;
  const gateways = [first];
  for (let index = 2; index <= 6; index += 1)
    gateways.push(await makeGateway(test, [`T-${index}`], { site, isHistory: index === 6 }));
  await query(
    `alter table device_waiting add constraint together check (message #>> '{data,workpieceNo}' is distinct from 'TOGETHER')`,
  );
  const answers = await Promise.all(
    gateways.flatMap((gateway, index) =>
      Array.from({ length: 5 }, (_, round) =>
        post(test, gateway, roundOf(gateway, round, index === 2 && round === 3)),
      ),
    ),
  );
  await query('alter table device_waiting drop constraint together');
  for (const [place, answer] of answers.entries()) {
    const poisoned = place === 2 * 5 + 3;
    expect([answer.accepted.length, answer.rejected.length]).toEqual(poisoned ? [2, 2] : [3, 1]);
  }
  const logged = await query(
    `select client_id as "clientId", result, count(*)::int as n, count(distinct device_number)::int as devices
     from log_communication where site_id = $1 group by 1, 2 order by 1, 2`,
    site.id,
  );
  const wanted = gateways.toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1));
  expect(logged).toEqual(
    wanted.flatMap((gateway) => {
      const lost = gateway === gateways[2] ? 1 : 0;
      const { clientId } = gateway;
      return [
        { clientId, result: 'accepted', n: 10, devices: 1 },
        { clientId, result: 'rejected', n: 5 + lost, devices: lost + 1 },
        { clientId, result: 'waiting', n: 5 - lost, devices: 1 },
      ];
    }),
  );
  const kept = await query<{ n: number }>(
    `select count(*)::int as n from device_waiting w join base_equipment e on e.id = w.equipment_id and e.gateway_id = w.gateway_id
     where w.site_id = $1`,
    site.id,
  );
  expect(kept).toEqual([{ n: gateways.length * 5 - 1 }]);
  const heard = await query<{ n: number }>(
    `select count(*)::int as n from base_gateway where site_id = $1 and connection = 'online'`,
    site.id,
  );
  expect(heard).toEqual([{ n: gateways.length }]);
});

/** The same ids from every gateway: a state, an alarm, a piece, and a word for a machine of somebody else. */
function roundOf(gateway: TestGateway, round: number, isPoisoned: boolean) {
  const workpieceNo = isPoisoned ? 'TOGETHER' : `W${round}`;
  const id = (name: string) => ({ messageId: `${name}-${round}` });
  const status = round % 2 ? 'run' : 'idle';
  const foreign = gateway.devices['T-1'] ? 'T-2' : 'T-1';
  return [
    message(gateway, { ...id('s'), type: 'state', data: { status } }),
    message(gateway, { ...id('a'), type: 'alarm', data: { encoding: 'E1', active: 1 } }),
    message(gateway, {
      ...id('p'),
      type: 'pass',
      data: { stationNumber: 'S1', workpieceNo, result: 'OK', params: {} },
    }),
    message(gateway, { ...id('f'), type: 'state', deviceNumber: foreign, data: { status } }),
  ];
}

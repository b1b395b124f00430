import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LiveCards } from './live-cards.tsx';
import type { LiveRow } from './live-row.ts';

const live = {
  status: 'estop',
  rawStatus: null,
  program: 'MAIN',
  source: 'manual',
  sinceTime: null,
  heardTime: '2026-11-20T01:00:00.000Z',
  lineCode: 'L1',
  lineName: '一线',
  lineSequence: 1,
  stationName: null,
  sequence: null,
  orderCode: 'MO-1',
  productName: null,
  alarms: [],
  shift: null,
} satisfies LiveRow['live'];

function cardOf(told: Partial<LiveRow['live']>, securityDoorNo: string | null): string {
  const row = {
    id: '1',
    number: 'RB-1',
    nickname: '机器人',
    standardActionRate: '80',
    standardBeat: null,
    mode: null,
    securityDoorNo,
    live: { ...live, ...told },
  } as unknown as LiveRow;
  return renderToStaticMarkup(
    <LiveCards rows={[row]} now={0} openId={undefined} onOpen={() => {}} />,
  );
}

it('names the security door of a robot whatever else its card has to say, and none where there is none', () => {
  const alarm = { encoding: 'SRVO-1', text: 'x', startTime: '2026-11-20T00:00:00.000Z' };
  const alarms = [alarm, alarm] as unknown as LiveRow['live']['alarms'];
  for (const told of [{}, { status: 'offline' }, { status: 'alarm', alarms }])
    expect(cardOf(told, 'D-07')).toMatch(/(安全门|Door) D-07/);
  expect(cardOf({}, null)).not.toMatch(/安全门|Door/);
});

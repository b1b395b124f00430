import { type Telling, tell } from '../modules/notice/tell.ts';
import type { DemoCalendar } from './calendar.ts';
import type { DemoCompany } from './load-company.ts';
import type { SiteCode } from './company-data.ts';
import type { DemoWriter } from './writer.ts';

type Line = readonly [
  site: SiteCode,
  notice: Telling['notice'],
  objectId: string,
  minutesAgo: number,
  params: Telling['params'],
  times?: number,
];

/** The forty open notices: 18 of due inspections and missed spot checks, 14 of tools, 8 of quality. */
export async function loadNotices(
  writer: DemoWriter,
  calendar: DemoCalendar,
  { siteIds }: DemoCompany,
): Promise<void> {
  const tellings = lines.map(([site, notice, objectId, minutes, params]): Telling => ({
    siteId: siteIds[site],
    notice,
    objectId,
    at: new Date(calendar.now.getTime() - minutes * 60_000).toISOString(),
    ...(params && { params }),
  }));
  await tell(writer.context.sql, tellings);
  const repeated = tellings.filter((_, index) => (lines[index]?.[5] ?? 1) > 1);
  await tell(writer.context.sql, repeated);
}

const gauge = (zh: string, en: string) => ({ name: { zh, en } });

// oxfmt-ignore
const lines: readonly Line[] = [
  ['NB01', 'regularInspection.due', 'NB-GA-01', 95, { ...gauge('L04在线测量机 NB-GA-01', 'Gauge NB-GA-01 of L04'), n: 2 }],
  ['NB01', 'regularInspection.due', 'NB-GA-02', 210, { ...gauge('L05在线测量机 NB-GA-02', 'Gauge NB-GA-02 of L05'), n: 5 }],
  ['NB01', 'regularInspection.due', 'NB-HF-01', 360, { ...gauge('棒料加热炉1号 温度均匀性', 'Temperature uniformity of bar furnace 1'), n: 6 }],
  ['NB01', 'regularInspection.due', 'NB-HF-03', 380, { ...gauge('固溶炉1号 热电偶校准', 'Thermocouples of solution furnace 1'), n: 3 }],
  ['NB01', 'regularInspection.due', 'NB-HF-04', 384, { ...gauge('固溶炉2号 热电偶校准', 'Thermocouples of solution furnace 2'), n: 3 }],
  ['NB01', 'regularInspection.due', 'NB-DB-01', 540, { ...gauge('L04动平衡机 校准', 'Calibration of the L04 balancer'), n: 7 }],
  ['NB01', 'regularInspection.due', 'NB-FD-01', 700, { ...gauge('铝棒超声探伤 灵敏度', 'Sensitivity of rod ultrasonics'), n: 1 }],
  ['NB01', 'regularInspection.due', 'caliper-17', 1450, { ...gauge('数显卡尺 C-017', 'Digital caliper C-017'), n: 4 }],
  ['NB01', 'spotCheck.missed', 'L04-OP20', 52, { ...gauge('L04 二序外圆', 'L04 outer diameter, second step'), time: '13:00' }],
  ['NB01', 'spotCheck.missed', 'L05-OP30', 118, { ...gauge('L05 螺栓孔位置度', 'L05 bolt hole position'), time: '12:30' }],
  ['NB01', 'spotCheck.missed', 'L02-OP07', 240, { ...gauge('L02 锻件厚度', 'L02 forging thickness'), time: '10:30' }, 2],
  ['CS02', 'regularInspection.due', 'CS-GA-01', 130, { ...gauge('M01测量机 CS-GA-01', 'Gauge CS-GA-01 of M01'), n: 3 }],
  ['CS02', 'regularInspection.due', 'CS-DB-01', 400, { ...gauge('动平衡机1号 校准', 'Calibration of balancer 1'), n: 5 }],
  ['CS02', 'regularInspection.due', 'CS-FD-01', 900, { ...gauge('荧光渗透线 黑光强度', 'UV intensity of the penetrant line'), n: 2 }],
  ['CS02', 'spotCheck.missed', 'M02-OP10', 75, { ...gauge('M02 中心孔径', 'M02 hub bore'), time: '13:00' }],
  ['CS02', 'spotCheck.missed', 'M03-OP60', 190, { ...gauge('M03 轮辋跳动', 'M03 rim run-out'), time: '11:00' }],
  ['TH03', 'regularInspection.due', 'TH-GA-01', 320, { ...gauge('测量机 TH-GA-01', 'Gauge TH-GA-01'), n: 6 }],
  ['TH03', 'regularInspection.due', 'TH-HF-02', 610, { ...gauge('固溶炉 温度均匀性', 'Temperature uniformity of the solution furnace'), n: 4 }],
  ['NB01', 'tool.lifeWarning', 'NB-MC-07 T0102-3', 8, { name: 'NB-MC-07 T0102-3', percent: 6, n: 12 }],
  ['NB01', 'tool.lifeWarning', 'NB-MC-02 T0305-1', 26, { name: 'NB-MC-02 T0305-1', percent: 8, n: 17 }],
  ['NB01', 'tool.lifeWarning', 'NB-MC-11 T0201-2', 64, { name: 'NB-MC-11 T0201-2', percent: 9, n: 21 }],
  ['NB01', 'tool.lifeWarning', 'NB-MC-15 T0102-1', 85, { name: 'NB-MC-15 T0102-1', percent: 5, n: 9 }],
  ['NB01', 'tool.lifeReached', 'NB-MC-04 T0102-2', 31, { name: 'NB-MC-04 T0102-2' }, 2],
  ['NB01', 'tool.lifeReached', 'NB-MC-09 T0406-1', 142, { name: 'NB-MC-09 T0406-1' }],
  ['NB01', 'tool.broken', 'NB-MC-12 T0701-1', 47, { name: 'NB-MC-12 T0701-1' }],
  ['NB01', 'tool.offsetMismatch', 'NB-MC-08 T0203-2', 166, { name: 'NB-MC-08 T0203-2' }],
  ['NB01', 'tool.noSister', 'NB-MC-12 T0701', 45, { name: 'NB-MC-12 T0701' }],
  ['CS02', 'tool.lifeWarning', 'CS-MC-03 T0101-2', 12, { name: 'CS-MC-03 T0101-2', percent: 7, n: 14 }],
  ['CS02', 'tool.lifeWarning', 'CS-MC-14 T0204-1', 70, { name: 'CS-MC-14 T0204-1', percent: 9, n: 22 }],
  ['CS02', 'tool.lifeReached', 'CS-MC-09 T0102-4', 96, { name: 'CS-MC-09 T0102-4' }],
  ['TH03', 'tool.lifeWarning', 'TH-MC-02 T0102-1', 40, { name: 'TH-MC-02 T0102-1', percent: 4, n: 7 }],
  ['TH03', 'tool.noSister', 'TH-MC-05 T0305', 205, { name: 'TH-MC-05 T0305' }],
  ['NB01', 'regularInspection.overdue', 'L04-runout', 120, { ...gauge('产线 L04 轮辋跳动', 'Line L04 rim run-out'), n: 2 }],
  ['NB01', 'checkItem.outside', 'L05-hub', 23, { ...gauge('L05 中心孔径 Φ72.6', 'L05 hub bore Φ72.6'), value: '72.687', limits: '72.600–72.674' }],
  ['NB01', 'spc.ruleBroken', 'L05-bolt', 39, { ...gauge('L05 螺栓孔分布圆', 'L05 bolt circle'), rule: '3' }],
  ['NB01', 'spc.ruleBroken', 'L04-rim', 154, { ...gauge('L04 轮辋宽度', 'L04 rim width'), rule: '2' }],
  ['NB01', 'hold.set', 'HT-2511-014', 265, { ...gauge('热处理炉次 HT-2511-014', 'Furnace load HT-2511-014'), reason: { zh: '硬度偏低', en: 'hardness low' } }],
  ['CS02', 'regularInspection.failed', 'CS-DB-02', 480, gauge('动平衡机2号 校准', 'Calibration of balancer 2')],
  ['CS02', 'checkItem.outside', 'M03-runout', 57, { ...gauge('M03 轮辋跳动', 'M03 rim run-out'), value: '0.34', limits: '≤ 0.30' }],
  ['TH03', 'regularInspection.overdue', 'TH-caliper-03', 1560, { ...gauge('数显卡尺 T-003', 'Digital caliper T-003'), n: 26 }],
];

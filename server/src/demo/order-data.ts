import type { Customer, SiteCode } from './company-data.ts';

/** An order as the documents tell it; days are those of the documents (Thursday 2025-11-06 is today). */
export interface DemoOrder {
  readonly site: SiteCode;
  /** Document month and number in it: `2510-0007`. */
  readonly number: string;
  readonly name: string;
  readonly product: string;
  readonly customer: Customer | null;
  readonly lines: readonly string[];
  readonly state: OrderState;
  readonly quantity: number;
  readonly made: readonly [good: number, ng: number, packed: number, inProcess: number];
  /** Planned start, planned end, due; then the forecast of open orders or the actual end of finished ones. */
  readonly days: readonly [start: string, end: string, due: string, last?: string];
  readonly risk?: 'onTime' | 'risk' | 'late';
  readonly type?: string;
  readonly priority?: string;
  readonly erpNo?: string;
  readonly remark?: string;
}

export type OrderState =
  | 'draft'
  | 'released'
  | 'running'
  | 'paused'
  | 'completed'
  | 'closed'
  | 'cancelled';

const forged = ['L02', 'L03', 'L04', 'L05', 'L06'];
const two = ['L02', 'L03', 'L04', 'L05'];
const one = ['L02', 'L03', 'L04'];
const machined = ['L04', 'L05', 'L06'];
const nothing = [0, 0, 0, 0] as const;

// oxfmt-ignore
const ningbo: readonly Omit<DemoOrder, 'site'>[] = [
  { number: '2510-0001', name: '18寸锻造轮-星驰', product: 'W1890A', customer: 'xingchi', lines: forged, state: 'closed', quantity: 1800, made: [1806, 31, 1800, 0], days: ['10-08', '10-22', '10-24', '10-21'], erpNo: '4500097806' },
  { number: '2510-0002', name: '17寸锻造轮-沃特', product: 'W1775V', customer: 'volt', lines: machined, state: 'closed', quantity: 500, made: [502, 9, 500, 0], days: ['10-08', '10-15', '10-17', '10-15'], erpNo: '4500097811' },
  { number: '2510-0003', name: '22.5寸商用车轮-远帆', product: 'T2290H', customer: 'yuanfan', lines: one, state: 'closed', quantity: 640, made: [643, 15, 640, 0], days: ['10-09', '10-20', '10-22', '10-20'], erpNo: '4500097840' },
  { number: '2510-0004', name: '20寸锻造轮-星驰', product: 'W2090A', customer: 'xingchi', lines: two, state: 'completed', quantity: 900, made: [904, 22, 900, 0], days: ['10-13', '10-29', '10-31', '10-30'], erpNo: '4500097902' },
  { number: '2510-0005', name: '21寸样件-锐界', product: 'W2195R', customer: 'ruijie', lines: ['L06'], state: 'closed', quantity: 12, made: [12, 1, 12, 0], days: ['10-14', '10-16', '10-17', '10-16'], type: 'sample' },
  { number: '2510-0006', name: '17寸锻造轮-沃特', product: 'W1775V', customer: 'volt', lines: machined, state: 'cancelled', quantity: 300, made: nothing, days: ['10-20', '10-24', '10-27'], remark: '客户变更车型，订单取消', erpNo: '4500097955' },
  { number: '2510-0007', name: '18寸锻造轮-星驰', product: 'W1890A', customer: 'xingchi', lines: forged, state: 'running', quantity: 2400, made: [1512, 44, 1464, 245], days: ['10-20', '11-15', '11-18', '11-14'], risk: 'onTime', priority: '2', erpNo: '4500098213' },
  { number: '2510-0008', name: '18寸改装轮-锐界', product: 'W1885R', customer: 'ruijie', lines: machined, state: 'completed', quantity: 260, made: [261, 5, 260, 0], days: ['10-16', '10-28', '10-31', '10-29'] },
  { number: '2510-0009', name: '19寸锻造轮-沃特', product: 'W1985V', customer: 'volt', lines: two, state: 'running', quantity: 1800, made: [1206, 61, 1107, 198], days: ['10-16', '11-06', '11-08', '11-11'], risk: 'late', priority: '1', erpNo: '4500098177' },
  { number: '2510-0010', name: '17寸锻造轮-沃特', product: 'W1775V', customer: 'volt', lines: machined, state: 'paused', quantity: 640, made: [215, 4, 192, 36], days: ['10-24', '11-16', '11-19', '11-24'], risk: 'late', erpNo: '4500098240' },
  { number: '2510-0011', name: '18寸改装轮-锐界', product: 'W1885R', customer: 'ruijie', lines: machined, state: 'running', quantity: 420, made: [388, 6, 380, 26], days: ['10-24', '11-10', '11-12', '11-07'], risk: 'onTime' },
  { number: '2510-0012', name: '锻坯BK203-常熟', product: 'FG203-CS', customer: null, lines: ['L01', 'L02', 'L03'], state: 'running', quantity: 3600, made: [2754, 32, 2617, 310], days: ['10-11', '11-18', '11-21', '11-14'], risk: 'onTime', remark: '供常熟机加厂' },
  { number: '2510-0013', name: '22.5寸商用车轮-远帆', product: 'T2290H', customer: 'yuanfan', lines: one, state: 'running', quantity: 960, made: [402, 17, 348, 84], days: ['10-22', '11-12', '11-14', '11-16'], risk: 'late', priority: '2', erpNo: '4500098231' },
  { number: '2510-0014', name: '19寸样件-沃特', product: 'W1985V', customer: 'volt', lines: two, state: 'completed', quantity: 20, made: [20, 2, 20, 0], days: ['10-21', '10-24', '10-27', '10-24'], type: 'sample' },
  { number: '2510-0015', name: '20寸锻造轮-星驰', product: 'W2090A', customer: 'xingchi', lines: two, state: 'running', quantity: 1200, made: [511, 9, 468, 142], days: ['10-27', '11-17', '11-20', '11-19'], risk: 'risk', erpNo: '4500098262' },
  { number: '2511-0001', name: '19寸锻造轮-沃特', product: 'W1985V', customer: 'volt', lines: two, state: 'released', quantity: 2000, made: nothing, days: ['11-12', '11-25', '11-28', '11-25'], risk: 'onTime', erpNo: '4500098304' },
  { number: '2511-0002', name: '18寸锻造轮-星驰', product: 'W1890A', customer: 'xingchi', lines: ['L02'], state: 'draft', quantity: 3000, made: nothing, days: ['11-24', '12-16', '12-19'], erpNo: '4500098311', remark: '待机器人单元R02终验收后下达' },
  { number: '2511-0003', name: '22.5寸商用车轮-远帆', product: 'T2290H', customer: 'yuanfan', lines: one, state: 'released', quantity: 1200, made: nothing, days: ['11-17', '11-29', '12-03', '11-29'], risk: 'onTime', erpNo: '4500098318' },
  { number: '2511-0004', name: '18寸样件-星驰', product: 'W1885R', customer: 'xingchi', lines: ['L04'], state: 'released', quantity: 24, made: nothing, days: ['11-10', '11-12', '11-13', '11-12'], risk: 'risk', type: 'sample', priority: '2' },
  { number: '2511-0005', name: '21寸改装轮-锐界', product: 'W2195R', customer: 'ruijie', lines: ['L05', 'L06'], state: 'released', quantity: 300, made: nothing, days: ['11-21', '12-01', '12-05', '12-01'], risk: 'onTime' },
];

// oxfmt-ignore
const changshu: readonly Omit<DemoOrder, 'site'>[] = [
  { number: '2510-0006', name: '19寸锻造轮-沃特', product: 'W1985V', customer: 'volt', lines: ['M01', 'M04'], state: 'closed', quantity: 960, made: [963, 14, 960, 0], days: ['10-08', '10-21', '10-23', '10-21'], erpNo: '4500097822' },
  { number: '2510-0007', name: '20寸锻造轮-沃特', product: 'W2095V', customer: 'volt', lines: ['M02', 'M04'], state: 'closed', quantity: 640, made: [641, 12, 640, 0], days: ['10-09', '10-20', '10-22', '10-23'], erpNo: '4500097830' },
  { number: '2510-0008', name: '18寸锻造轮-星驰', product: 'W1890A', customer: 'xingchi', lines: ['M03', 'M04'], state: 'completed', quantity: 480, made: [482, 8, 480, 0], days: ['10-15', '10-29', '10-31', '10-29'], erpNo: '4500097918' },
  { number: '2510-0009', name: '19寸锻造轮-沃特', product: 'W1985V', customer: 'volt', lines: ['M01', 'M02', 'M04'], state: 'running', quantity: 1500, made: [1104, 23, 1060, 88], days: ['10-20', '11-13', '11-17', '11-12'], risk: 'onTime', erpNo: '4500098190' },
  { number: '2510-0010', name: '19寸改装轮-锐界', product: 'W1995R', customer: 'ruijie', lines: ['M03', 'M04'], state: 'running', quantity: 360, made: [214, 11, 196, 40], days: ['10-24', '11-10', '11-12', '11-14'], risk: 'late', priority: '2' },
  { number: '2510-0011', name: '19寸样件-沃特', product: 'W1985V', customer: 'volt', lines: ['M01', 'M04'], state: 'completed', quantity: 30, made: [30, 1, 30, 0], days: ['10-27', '10-31', '11-03', '10-31'], type: 'sample', priority: '2' },
  { number: '2510-0012', name: '20寸锻造轮-沃特', product: 'W2095V', customer: 'volt', lines: ['M02', 'M04'], state: 'running', quantity: 800, made: [342, 6, 316, 62], days: ['10-27', '11-18', '11-20', '11-19'], risk: 'risk', erpNo: '4500098255' },
  { number: '2511-0001', name: '18寸锻造轮-星驰', product: 'W1890A', customer: 'xingchi', lines: ['M03', 'M04'], state: 'released', quantity: 600, made: nothing, days: ['11-13', '11-25', '11-28', '11-25'], risk: 'onTime', erpNo: '4500098309' },
  { number: '2511-0002', name: '19寸改装轮-锐界', product: 'W1995R', customer: 'ruijie', lines: ['M03', 'M04'], state: 'draft', quantity: 240, made: nothing, days: ['11-24', '12-03', '12-05'] },
];

// oxfmt-ignore
const rayong: readonly Omit<DemoOrder, 'site'>[] = [
  { number: '2510-0001', name: '18寸锻造轮-星驰', product: 'W1880A', customer: 'xingchi', lines: ['T01', 'T02', 'T03', 'T04'], state: 'closed', quantity: 400, made: [402, 13, 400, 0], days: ['10-08', '10-20', '10-22', '10-20'], erpNo: '4500097835' },
  { number: '2510-0002', name: '19.5寸商用车轮-远帆', product: 'T1975H', customer: 'yuanfan', lines: ['T01', 'T02', 'T03', 'T04'], state: 'completed', quantity: 320, made: [321, 9, 320, 0], days: ['10-13', '10-27', '10-30', '10-28'], erpNo: '4500097911' },
  { number: '2510-0003', name: '22.5寸商用车轮-远帆', product: 'T2290H', customer: 'yuanfan', lines: ['T01', 'T02', 'T03', 'T04'], state: 'running', quantity: 1200, made: [702, 27, 656, 71], days: ['10-14', '11-10', '11-12', '11-15'], risk: 'late', priority: '1', erpNo: '4500098102' },
  { number: '2510-0004', name: '18寸锻造轮-星驰', product: 'W1880A', customer: 'xingchi', lines: ['T01', 'T02', 'T03', 'T04'], state: 'running', quantity: 520, made: [188, 5, 176, 33], days: ['10-27', '11-18', '11-21', '11-17'], risk: 'onTime', erpNo: '4500098228' },
  { number: '2510-0005', name: '19.5寸商用车轮-远帆', product: 'T1975H', customer: 'yuanfan', lines: ['T01', 'T02', 'T03', 'T04'], state: 'cancelled', quantity: 160, made: nothing, days: ['10-28', '11-05', '11-07'], remark: '与2511-0001合并' },
  { number: '2511-0001', name: '19.5寸商用车轮-远帆', product: 'T1975H', customer: 'yuanfan', lines: ['T01', 'T02', 'T03', 'T04'], state: 'released', quantity: 480, made: nothing, days: ['11-17', '12-02', '12-05', '12-02'], risk: 'onTime', erpNo: '4500098321' },
  { number: '2511-0002', name: '18寸样件-星驰', product: 'W1880A', customer: 'xingchi', lines: ['T03', 'T04'], state: 'draft', quantity: 16, made: nothing, days: ['11-24', '11-27', '11-28'], type: 'sample' },
];

/** The 36 orders. */
export const orders: readonly DemoOrder[] = [
  ...of('NB01', ningbo),
  ...of('CS02', changshu),
  ...of('TH03', rayong),
];

function of(site: SiteCode, rows: readonly Omit<DemoOrder, 'site'>[]): DemoOrder[] {
  return rows.map((row) => Object.assign({ site }, row));
}

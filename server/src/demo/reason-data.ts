import type { SiteCode } from './company-data.ts';

/** A reason of the demo; `parent` is a code of the same kind that stands before it. */
export interface DemoReason {
  readonly kind: string;
  readonly code: string;
  readonly zh: string;
  readonly en: string;
  readonly parent?: string;
  /** Category of a stop, severity of a defect. */
  readonly mark?: string;
  readonly procedures?: readonly string[];
  readonly alarms?: readonly string[];
}

type Row = readonly [code: string, zh: string, en: string, more?: Partial<DemoReason>];

// oxfmt-ignore
const stops: readonly Row[] = [
  ['D10', '设备故障', 'Breakdown', { mark: 'breakdown' }],
  ['D1001', '模具冷却水压低', 'Low die cooling pressure', { parent: 'D10', mark: 'breakdown', procedures: ['OP07'], alarms: ['PR-COOL-02'] }],
  ['D1002', '伺服报警', 'Servo alarm', { parent: 'D10', mark: 'breakdown', alarms: ['SV0401'] }],
  ['D1003', '夹具未夹紧', 'Fixture not clamped', { parent: 'D10', mark: 'breakdown', alarms: ['2041'] }],
  ['D1004', '安全门打开', 'Safety door opened', { parent: 'D10', mark: 'breakdown', alarms: ['RB-DOOR-03'] }],
  ['D1005', '液压系统故障', 'Hydraulic failure', { parent: 'D10', mark: 'breakdown' }],
  ['D20', '换型调试', 'Set-up', { mark: 'setup' }],
  ['D2001', '换产品', 'Product change', { parent: 'D20', mark: 'setup' }],
  ['D2002', '换模', 'Die change', { parent: 'D20', mark: 'setup', procedures: ['OP07'] }],
  ['D30', '换刀', 'Tool change', { mark: 'tool', procedures: ['OP10', 'OP20', 'OP30'] }],
  ['D40', '待料', 'Waiting for material', { mark: 'material' }],
  ['D50', '质量停线', 'Quality stop', { mark: 'quality' }],
  ['D60', '下游堵塞', 'Blocked downstream', { mark: 'blocked' }],
  ['D70', '缺人', 'No operator', { mark: 'people' }],
  ['D80', '计划保养', 'Planned maintenance', { mark: 'planned' }],
];

// oxfmt-ignore
const defects: readonly Row[] = [
  ['Q10', '尺寸超差', 'Out of size', { mark: '3' }],
  ['Q1001', '轮辋跳动', 'Rim run-out', { parent: 'Q10', mark: '3', procedures: ['OP60'] }],
  ['Q1002', '中心孔径', 'Hub bore', { parent: 'Q10', mark: '2', procedures: ['OP60'] }],
  ['Q1003', '螺栓孔位置', 'Bolt hole position', { parent: 'Q10', mark: '2', procedures: ['OP60'] }],
  ['Q20', '表面缺陷', 'Surface defect', { mark: '4' }],
  ['Q2001', '表面磕伤', 'Dent', { parent: 'Q20', mark: '4' }],
  ['Q2002', '帽槽振纹', 'Chatter in the cap groove', { parent: 'Q20', mark: '4', procedures: ['OP20'] }],
  ['Q2003', '气门孔毛刺', 'Burr at the valve hole', { parent: 'Q20', mark: '4', procedures: ['OP30'] }],
  ['Q30', '内部缺陷', 'Internal defect', { mark: '1' }],
  ['Q3001', '裂纹', 'Crack', { parent: 'Q30', mark: '1', procedures: ['OP70'] }],
  ['Q3002', '折叠', 'Fold', { parent: 'Q30', mark: '2', procedures: ['OP07', 'OP70'] }],
  ['Q3003', '夹杂', 'Inclusion', { parent: 'Q30', mark: '2', procedures: ['OP70'] }],
  ['Q40', '硬度不合格', 'Hardness out of limits', { mark: '2', procedures: ['OP09'] }],
  ['Q50', '动不平衡超限', 'Unbalance beyond limit', { mark: '3', procedures: ['OP80'] }],
];

// oxfmt-ignore
const others: readonly (readonly [kind: string, row: Row])[] = [
  ['scrap', ['S10', '尺寸报废', 'Scrapped for size']],
  ['scrap', ['S20', '材料报废', 'Scrapped for material']],
  ['scrap', ['S30', '调试报废', 'Scrapped in set-up']],
  ['rework', ['R10', '返车', 'Turn again', { procedures: ['OP20'] }]],
  ['rework', ['R20', '去毛刺', 'Deburr']],
  ['rework', ['R30', '重新热处理', 'Heat-treat again', { procedures: ['OP09'] }]],
  ['planGap', ['P10', '设备停机', 'Machine stopped']],
  ['planGap', ['P20', '计划调整', 'Plan changed']],
  ['repairCause', ['C10', '磨损', 'Wear']],
  ['repairCause', ['C20', '电气', 'Electrical']],
  ['repairCause', ['C30', '操作不当', 'Wrong handling']],
  ['hold', ['H10', '炉次异常', 'Furnace load in doubt']],
];

const all: readonly DemoReason[] = [
  ...stops.map((row) => reasonOf('downtime', row)),
  ...defects.map((row) => reasonOf('defect', row)),
  ...others.map(([kind, row]) => reasonOf(kind, row)),
];

/** Codes that a site without forging or without flaw detection does not keep. */
const absent: Readonly<Record<SiteCode, ReadonlySet<string>>> = {
  NB01: new Set(),
  CS02: new Set([
    'D1001',
    'D1005',
    'D2002',
    'D80',
    'D60',
    'Q40',
    'Q20',
    'Q2001',
    'Q2002',
    'Q2003',
    'S20',
    'S30',
    'R30',
    'P20',
    'C30',
    'H10',
    'D1002',
  ]),
  TH03: new Set([
    'D1004',
    'D60',
    'D70',
    'D50',
    'Q30',
    'Q3001',
    'Q3002',
    'Q3003',
    'Q2003',
    'Q2002',
    'Q1003',
    'S10',
    'S30',
    'R20',
    'P20',
    'C30',
    'C20',
    'D1003',
    'D1002',
    'H10',
    'D2002',
  ]),
};

/** The 85 reasons of the three sites; parents stand before their children. */
export function reasonsOf(site: SiteCode): DemoReason[] {
  return all.filter(({ code }) => !absent[site].has(code));
}

function reasonOf(kind: string, [code, zh, en, more]: Row): DemoReason {
  return { kind, code, zh, en, ...more };
}

import type { checkItem } from '@millwright/contract/base/check-item';
import type { Draft } from '@millwright/contract/kernel/entity';
import type { SiteCode } from './company-data.ts';
import type { DemoWheel } from './product-data.ts';

/** A check item before its references are known. */
export type CheckDraft = Omit<Draft<typeof checkItem>, 'productId' | 'procedureId'> & {
  readonly procedure: string;
};

const mm = {
  valueType: 'number',
  unit: 'mm',
  category: 'dimension',
  equipmentKind: 'gauge',
} as const;

/** The nine items of every wheel at the measuring machine; limits follow from its size. */
export function wheelItems(wheel: DemoWheel): CheckDraft[] {
  const [diameter, width, et] = wheel.rim;
  const [, , bore] = wheel.bolts;
  const truck = wheel.code.startsWith('T');
  const runOut = truck ? '0.80' : '0.30';
  const procedure = 'OP60';
  const rimMm = (Number.parseFloat(width) * 25.4).toFixed(2);
  // oxfmt-ignore
  return [
    { ...mm, procedure, itemCode: 'HB001', itemName: '中心孔直径', itemNameEn: 'Hub bore diameter', sequence: 10, decimals: 3, standard: bore, lowerLimit: bore, upperLimit: plus(bore, 0.046, 3), listed: true, onSignage: true, isKey: true, specialSign: 'SC', chartType: 'imr', method: '气动量规', gaugeType: '气动塞规' },
    { ...mm, procedure, itemCode: 'RR001', itemName: '径向跳动', itemNameEn: 'Radial run-out', sequence: 20, decimals: 2, standard: '0', lowerLimit: '0', upperLimit: runOut, listed: true, onSignage: true, isKey: true, chartType: 'imr', gaugeType: '跳动检测台' },
    { ...mm, procedure, itemCode: 'LR001', itemName: '端面跳动', itemNameEn: 'Lateral run-out', sequence: 30, decimals: 2, standard: '0', lowerLimit: '0', upperLimit: runOut, listed: true, chartType: 'imr', gaugeType: '跳动检测台' },
    { ...mm, procedure, itemCode: 'PCD01', itemName: '螺栓孔位置度', itemNameEn: 'Bolt hole position', sequence: 40, decimals: 3, standard: '0', lowerLimit: '0', upperLimit: '0.15', listed: true, onSignage: true, isKey: true, specialSign: 'SC', chartType: 'xbarR', subgroupSize: 5, toolGroupNo: 'T0102', axis: 'X', factor: '0.5' },
    { ...mm, procedure, itemCode: 'BH001', itemName: '螺栓孔直径', itemNameEn: 'Bolt hole diameter', sequence: 50, decimals: 2, ...around(truck ? 26 : 15, 0.1, 2), listed: true, chartType: 'imr' },
    { ...mm, procedure, itemCode: 'CD001', itemName: '帽槽深度', itemNameEn: 'Cap groove depth', sequence: 60, decimals: 2, ...around(16, 0.1, 2), listed: true, chartType: 'imr' },
    { ...mm, procedure, itemCode: 'ET001', itemName: '偏距', itemNameEn: 'Offset', sequence: 70, decimals: 2, ...around(Number(et), truck ? 0.8 : 0.5, 2) },
    { ...mm, procedure, itemCode: 'RW001', itemName: `轮辋宽度 ${width}`, itemNameEn: 'Rim width', sequence: 80, decimals: 2, ...around(Number(rimMm), 0.5, 2) },
    { ...mm, procedure, itemCode: 'BD001', itemName: `胎圈座周长直径 ${diameter}寸`, itemNameEn: 'Bead seat diameter', sequence: 90, decimals: 2, ...around(Number((Number(diameter) * 25.4 + (truck ? 0 : -0.9)).toFixed(2)), 0.4, 2), isKey: true, specialSign: 'CC' },
  ];
}

/** Items of a site that hold for all its products. */
export function siteItems(site: SiteCode): CheckDraft[] {
  return [...(site === 'CS02' ? [] : forgeItems), ...lastItems];
}

const process = { valueType: 'number', category: 'process', listed: true } as const;
const balance = {
  valueType: 'number',
  unit: 'g',
  category: 'performance',
  equipmentKind: 'balancer',
  procedure: 'OP80',
  decimals: 1,
  standard: '0',
  lowerLimit: '0',
  listed: true,
  isKey: true,
  chartType: 'imr',
} as const;

// oxfmt-ignore
const forgeItems: readonly CheckDraft[] = [
  { ...process, procedure: 'OP05', itemCode: 'saw.length', itemName: '铝块长度偏差', itemNameEn: 'Block length deviation', equipmentKind: 'saw', category: 'dimension', unit: 'mm', decimals: 1, sequence: 10, standard: '0', lowerLimit: '-0.5', upperLimit: '0.5', chartType: 'imr' },
  { ...process, procedure: 'OP05', itemCode: 'saw.weight', itemName: '铝块重量偏差', itemNameEn: 'Block weight deviation', equipmentKind: 'saw', category: 'material', unit: '%', decimals: 2, sequence: 20, standard: '0', lowerLimit: '-0.5', upperLimit: '0.5', chartType: 'imr' },
  { ...process, procedure: 'OP07', itemCode: 'forging.billetTemp', itemName: '料温', itemNameEn: 'Billet temperature', equipmentKind: 'press', unit: '℃', decimals: 0, sequence: 10, standard: '455', lowerLimit: '430', upperLimit: '480', isKey: true, onSignage: true, chartType: 'imr' },
  { ...process, procedure: 'OP07', itemCode: 'forging.dieTemp', itemName: '模温', itemNameEn: 'Die temperature', equipmentKind: 'press', unit: '℃', decimals: 0, sequence: 20, standard: '400', lowerLimit: '370', upperLimit: '430', chartType: 'imr' },
  { ...process, procedure: 'OP07', itemCode: 'forging.force', itemName: '锻造力', itemNameEn: 'Forging force', equipmentKind: 'press', unit: 'MN', decimals: 1, sequence: 30, upperLimit: '80', chartType: 'imr' },
  { ...process, procedure: 'OP07', itemCode: 'forging.height', itemName: '锻件高度', itemNameEn: 'Forging height', equipmentKind: 'press', category: 'dimension', unit: 'mm', decimals: 1, sequence: 40, standard: '0', lowerLimit: '-1', upperLimit: '1.5', chartType: 'imr' },
  { ...process, procedure: 'OP09', itemCode: 'HT.hardness', itemName: '硬度', itemNameEn: 'Hardness', equipmentKind: 'furnace', category: 'material', unit: 'HBW', decimals: 0, sequence: 10, standard: '105', lowerLimit: '95', upperLimit: '115', isKey: true, specialSign: 'SC', onSignage: true, chartType: 'xbarS', subgroupSize: 5 },
  { ...process, procedure: 'OP09', itemCode: 'HT.solutionTemp', itemName: '固溶温度', itemNameEn: 'Solution temperature', equipmentKind: 'furnace', unit: '℃', decimals: 0, sequence: 20, standard: '530', lowerLimit: '525', upperLimit: '535', isKey: true, chartType: 'imr' },
  { ...process, procedure: 'OP09', itemCode: 'HT.quenchDelay', itemName: '淬火转移时间', itemNameEn: 'Quench delay', equipmentKind: 'furnace', unit: 's', decimals: 1, sequence: 30, upperLimit: '15', isKey: true, chartType: 'imr' },
  { ...process, procedure: 'OP09', itemCode: 'HT.waterTemp', itemName: '淬火水温', itemNameEn: 'Quench water temperature', equipmentKind: 'furnace', unit: '℃', decimals: 0, sequence: 40, upperLimit: '60', chartType: 'imr' },
  { ...process, procedure: 'OP09', itemCode: 'HT.ageTemp', itemName: '时效温度', itemNameEn: 'Ageing temperature', equipmentKind: 'furnace', unit: '℃', decimals: 0, sequence: 50, standard: '175', lowerLimit: '170', upperLimit: '180', chartType: 'imr' },
];

// oxfmt-ignore
const lastItems: readonly CheckDraft[] = [
  { ...balance, itemCode: 'BAL.inner', itemName: '内侧不平衡量', itemNameEn: 'Inner plane unbalance', sequence: 10, upperLimit: '18' },
  { ...balance, itemCode: 'BAL.outer', itemName: '外侧不平衡量', itemNameEn: 'Outer plane unbalance', sequence: 20, upperLimit: '28' },
  { ...balance, itemCode: 'BAL.total', itemName: '总不平衡量', itemNameEn: 'Total unbalance', sequence: 30, upperLimit: '40', onSignage: true },
  { procedure: 'OP95', itemCode: 'APP01', itemName: '外观', itemNameEn: 'Appearance', category: 'appearance', valueType: 'choice', decimals: 0, sequence: 10, choices: ['无缺陷', '轻微划伤', '磕碰', '振纹', '色差'], okChoices: ['无缺陷', '轻微划伤'], listed: true, chartType: 'p', subgroupSize: 10 },
];

function around(
  nominal: number,
  tolerance: number,
  places: number,
): Pick<CheckDraft, 'standard' | 'lowerLimit' | 'upperLimit'> {
  const text = nominal.toFixed(places);
  return {
    standard: text,
    lowerLimit: plus(text, -tolerance, places),
    upperLimit: plus(text, tolerance, places),
  };
}

function plus(nominal: string, more: number, places: number): string {
  return (Number(nominal) + more).toFixed(places);
}

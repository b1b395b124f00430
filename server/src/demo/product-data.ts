import type { Draft } from '@millwright/contract/kernel/entity';
import type { product } from '@millwright/contract/base/product';
import type { Customer, SiteCode } from './company-data.ts';

/** What a wheel of the demo is like; bars of six figures stand for size, offset, bolts, bore and weights. */
export interface DemoWheel {
  readonly site: SiteCode;
  readonly code: string;
  readonly name: string;
  readonly short: string;
  readonly customer: Customer;
  readonly rim: readonly [diameter: string, width: string, offsetEt: string];
  readonly bolts: readonly [holes: number, pcd: string, centerBore: string];
  readonly weight: readonly [finished: string, blank: string];
  readonly beat: string;
  /** Block that its forging is made of; absent where forgings are bought from the sister plant. */
  readonly block?: string;
  readonly route: RouteName;
}

export type RouteName = 'forged' | 'machined' | 'finished' | 'small' | 'forging';

/** Procedures of a route, first to last. */
export const routes: Readonly<Record<RouteName, readonly string[]>> = {
  forged: ['OP06', 'OP07', 'OP09', 'OP10', 'OP20', 'OP30', 'OP50', 'OP60', 'OP80', 'OP95'],
  machined: ['OP10', 'OP20', 'OP30', 'OP50', 'OP60', 'OP80', 'OP95'],
  finished: ['OP10', 'OP20', 'OP30', 'OP60', 'OP70', 'OP80', 'OP90', 'OP95'],
  small: ['OP05', 'OP06', 'OP07', 'OP09', 'OP10', 'OP20', 'OP30', 'OP60', 'OP80', 'OP95'],
  forging: ['OP05', 'OP06', 'OP07', 'OP09'],
};

// oxfmt-ignore
/** The fourteen wheels. */
export const wheels: readonly DemoWheel[] = [
  { site: 'NB01', code: 'W1890A', name: '18寸锻造轮', short: '18星驰', customer: 'xingchi', rim: ['18', '9.0J', '35'], bolts: [5, '112', '66.560'], weight: ['9.2', '14.6'], beat: '145', block: 'BK203-255', route: 'forged' },
  { site: 'NB01', code: 'W1985V', name: '19寸锻造轮', short: '19沃特', customer: 'volt', rim: ['19', '8.5J', '40'], bolts: [5, '108', '63.400'], weight: ['9.8', '15.4'], beat: '145', block: 'BK203-255', route: 'forged' },
  { site: 'NB01', code: 'T2290H', name: '22.5寸商用车轮', short: '22远帆', customer: 'yuanfan', rim: ['22.5', '9.00', '175'], bolts: [10, '335', '281.000'], weight: ['23.4', '36.8'], beat: '210', block: 'BK254-360', route: 'forged' },
  { site: 'NB01', code: 'W2090A', name: '20寸锻造轮', short: '20星驰', customer: 'xingchi', rim: ['20', '9.0J', '38'], bolts: [5, '112', '66.560'], weight: ['10.9', '17.2'], beat: '150', block: 'BK203-255', route: 'forged' },
  { site: 'NB01', code: 'W1885R', name: '18寸改装轮', short: '18锐界', customer: 'ruijie', rim: ['18', '8.5J', '30'], bolts: [5, '114.3', '73.100'], weight: ['8.6', '13.9'], beat: '160', block: 'BK203-230', route: 'machined' },
  { site: 'NB01', code: 'W1775V', name: '17寸锻造轮', short: '17沃特', customer: 'volt', rim: ['17', '7.5J', '45'], bolts: [5, '108', '63.400'], weight: ['7.9', '12.8'], beat: '135', block: 'BK178-220', route: 'machined' },
  { site: 'NB01', code: 'W2195R', name: '21寸改装轮', short: '21锐界', customer: 'ruijie', rim: ['21', '9.5J', '25'], bolts: [5, '112', '66.560'], weight: ['11.6', '18.5'], beat: '175', block: 'BK203-255', route: 'machined' },
  { site: 'CS02', code: 'W1985V', name: '19寸锻造轮', short: '19沃特', customer: 'volt', rim: ['19', '8.5J', '40'], bolts: [5, '108', '63.400'], weight: ['9.8', '15.4'], beat: '150', route: 'finished' },
  { site: 'CS02', code: 'W2095V', name: '20寸锻造轮', short: '20沃特', customer: 'volt', rim: ['20', '9.5J', '42'], bolts: [5, '108', '63.400'], weight: ['11.2', '17.6'], beat: '155', route: 'finished' },
  { site: 'CS02', code: 'W1890A', name: '18寸锻造轮', short: '18星驰', customer: 'xingchi', rim: ['18', '9.0J', '35'], bolts: [5, '112', '66.560'], weight: ['9.2', '14.6'], beat: '150', route: 'finished' },
  { site: 'CS02', code: 'W1995R', name: '19寸改装轮', short: '19锐界', customer: 'ruijie', rim: ['19', '9.5J', '22'], bolts: [5, '114.3', '73.100'], weight: ['9.5', '15.1'], beat: '165', route: 'finished' },
  { site: 'TH03', code: 'T2290H', name: '22.5寸商用车轮', short: '22远帆', customer: 'yuanfan', rim: ['22.5', '9.00', '175'], bolts: [10, '335', '281.000'], weight: ['23.4', '36.8'], beat: '210', block: 'BK254-360', route: 'small' },
  { site: 'TH03', code: 'T1975H', name: '19.5寸商用车轮', short: '19.5远帆', customer: 'yuanfan', rim: ['19.5', '7.50', '138'], bolts: [8, '275', '221.000'], weight: ['17.8', '27.9'], beat: '195', block: 'BK254-250', route: 'small' },
  { site: 'TH03', code: 'W1880A', name: '18寸锻造轮', short: '18星驰', customer: 'xingchi', rim: ['18', '8.0J', '39'], bolts: [5, '112', '66.560'], weight: ['8.9', '14.2'], beat: '205', block: 'BK254-250', route: 'small' },
];

/** Forgings that are sold as such, to the sister plant in Changshu. */
export const soldForgings = [
  {
    site: 'NB01',
    code: 'FG203-CS',
    name: '锻坯BK203',
    nameEn: 'Forging blank BK203',
    short: '锻坯203',
    beat: '115',
    weight: '21.4',
    block: 'BK203-255',
  },
] as const;

/** Diameter and length in mm of the six blocks, and the rods that they are sawn from. */
export const blocks: readonly {
  site: SiteCode;
  code: string;
  diameter: number;
  lengthMm: number;
  rod: string;
}[] = [
  { site: 'NB01', code: 'BK203-255', diameter: 203, lengthMm: 255, rod: 'RD203-6061' },
  { site: 'NB01', code: 'BK203-230', diameter: 203, lengthMm: 230, rod: 'RD203-6061' },
  { site: 'NB01', code: 'BK178-220', diameter: 178, lengthMm: 220, rod: 'RD178-6061' },
  { site: 'NB01', code: 'BK254-360', diameter: 254, lengthMm: 360, rod: 'RD254-6061' },
  { site: 'TH03', code: 'BK254-360', diameter: 254, lengthMm: 360, rod: 'RD254-6061' },
  { site: 'TH03', code: 'BK254-250', diameter: 254, lengthMm: 250, rod: 'RD254-6061' },
];

export const rods: readonly { site: SiteCode; code: string; diameter: number }[] = [
  { site: 'NB01', code: 'RD203-6061', diameter: 203 },
  { site: 'NB01', code: 'RD178-6061', diameter: 178 },
  { site: 'NB01', code: 'RD254-6061', diameter: 254 },
  { site: 'TH03', code: 'RD254-6061', diameter: 254 },
];

/** Millimetres of a delivered rod, and what the saw takes away with each cut. */
export const ROD_MM = 5_800;
export const KERF_MM = 3.5;

/** Kilograms of a cylinder of aluminium 6061 (2.70 g/cm³), three places. */
export function weightOf(diameterMm: number, lengthMm: number): string {
  return ((Math.PI / 4) * diameterMm ** 2 * lengthMm * 2.7e-6).toFixed(3);
}

/** The draft of a wheel without its components. */
export function wheelDraft(wheel: DemoWheel): Draft<typeof product> {
  const [rimDiameter, rimWidth, offsetEt] = wheel.rim;
  const [boltHoles, pcd, centerBore] = wheel.bolts;
  const truck = wheel.code.startsWith('T');
  return {
    category: 'wheel',
    materialCode: wheel.code,
    productName: wheel.name,
    productNameEn: `${rimDiameter}×${rimWidth} forged wheel`,
    abbreviation: wheel.short,
    standardBeat: wheel.beat,
    rimDiameter,
    rimWidth,
    offsetEt,
    pcd,
    boltHoles,
    centerBore,
    alloyGrade: '6061',
    temper: 'T6',
    finishedWeight: wheel.weight[0],
    blankWeight: wheel.weight[1],
    loadRating: truck ? '4125' : '690',
    drawingNo: `ZC-${wheel.code}`,
    drawingVersion: 'C',
    customerPartNo: `${wheel.customer.slice(0, 2).toUpperCase()}-${wheel.code.slice(1, 5)}-01`,
    packType: truck ? 'pallet' : 'carton',
    standardQty: truck ? 8 : 4,
    minStock: truck ? 40 : 80,
    maxStock: truck ? 400 : 1_200,
  };
}

import type { SiteCode } from './company-data.ts';

/** A station of the demo. The number that devices report follows from line, procedure and place. */
export interface DemoStation {
  readonly site: SiteCode;
  readonly line: string;
  readonly procedure: string;
  readonly number: string;
  readonly name: string;
  readonly role: 'pass' | 'discharge' | 'ng';
  readonly merge?: number;
  readonly device?: string;
  readonly sequence: number;
}

/** One station per row: `line procedure place role name device merge`, `-` for none. */
type Row = readonly [
  place: string,
  role: DemoStation['role'],
  name: string,
  device?: string,
  merge?: number,
];

// oxfmt-ignore
const ningbo: readonly Row[] = [
  ['L01-OP05-1', 'discharge', 'L01锯切1', 'NB-SW-01', 1],
  ['L01-OP05-2', 'discharge', 'L01锯切2', 'NB-SW-02', 1],
  ['L01-OP05-3', 'discharge', 'L01锯切3', 'NB-SW-03', 1],
  ['L01-OP05-NG', 'ng', 'L01锯切NG'],
  ['L02-OP06-1', 'pass', 'L02加热', 'NB-HF-01'],
  ['L02-OP07-1', 'discharge', 'L02锻造1', 'NB-PR-01', 2],
  ['L02-OP07-2', 'discharge', 'L02锻造2', 'NB-PR-02', 2],
  ['L02-OP08-1', 'pass', 'L02旋压', 'NB-SP-01'],
  ['L02-OP07-NG', 'ng', 'L02锻造NG'],
  ['L03-OP09-1', 'pass', 'L03固溶装炉', 'NB-HF-03'],
  ['L03-OP09-2', 'discharge', 'L03时效出炉', 'NB-HF-05'],
  ['L03-OP09-NG', 'ng', 'L03热处理NG'],
  ...machining('L04', 1, 41), ...machining('L05', 7, 51), ...machining('L06', 13, 61),
];

// oxfmt-ignore
const changshu: readonly Row[] = [
  ...cell('M01', ['CS-MC-01', 'CS-MC-02', 'CS-MC-03'], 'CS-GA-01'),
  ...cell('M02', ['CS-MC-07', 'CS-MC-08', 'CS-MC-09'], 'CS-GA-02'),
  ...cell('M03', ['CS-MC-13', 'CS-MC-14', 'CS-MC-15'], 'CS-GA-03'),
  ['M04-OP70-1', 'pass', 'M04荧光渗透', 'CS-FD-01', 74],
  ['M04-OP70-2', 'pass', 'M04超声探伤', 'CS-FD-02', 74],
  ['M04-OP80-1', 'pass', 'M04动平衡1', 'CS-DB-01', 75],
  ['M04-OP80-2', 'pass', 'M04动平衡2', 'CS-DB-02', 75],
  ['M04-OP90-1', 'pass', 'M04打标', 'CS-MK-01'],
  ['M04-OP95-1', 'discharge', 'M04包装'],
  ['M04-OP70-NG', 'ng', 'M04探伤NG'],
];

// oxfmt-ignore
const rayong: readonly Row[] = [
  ['T01-OP05-1', 'pass', 'T01锯切', 'TH-SW-01'],
  ['T01-OP06-1', 'pass', 'T01加热', 'TH-HF-01'],
  ['T01-OP07-1', 'discharge', 'T01锻造', 'TH-PR-01'],
  ['T02-OP09-1', 'discharge', 'T02热处理', 'TH-HF-02'],
  ['T03-OP10-1', 'pass', 'T03一序车', 'TH-MC-01'],
  ['T03-OP20-1', 'pass', 'T03二序车', 'TH-MC-02'],
  ['T03-OP30-1', 'discharge', 'T03钻孔', 'TH-MC-03'],
  ['T04-OP60-1', 'pass', 'T04测量', 'TH-GA-01'],
  ['T04-OP80-1', 'pass', 'T04动平衡', 'TH-DB-01'],
  ['T04-OP95-1', 'discharge', 'T04包装'],
];

/** The 74 stations of the three sites. */
export const stations: readonly DemoStation[] = [
  ...of('NB01', ningbo),
  ...of('CS02', changshu),
  ...of('TH03', rayong),
];

function of(site: SiteCode, rows: readonly Row[]): DemoStation[] {
  return rows.map(([place, role, name, device, merge], index) => {
    const [line = '', procedure = ''] = place.split('-');
    const optional = {
      ...(device === undefined ? {} : { device }),
      ...(merge === undefined ? {} : { merge }),
    };
    return {
      site,
      line,
      procedure,
      number: `${site.slice(0, 2)}-${place}`,
      name,
      role,
      sequence: (index + 1) * 10,
      ...optional,
    };
  });
}

/** A machining line of Ningbo: two cells side by side, then washing, measuring, balancing and packing. */
function machining(line: string, firstMachine: number, merge: number): Row[] {
  const machine = (offset: number) => `NB-MC-${String(firstMachine + offset).padStart(2, '0')}`;
  const place = Math.floor(firstMachine / 6) + 1;
  return [
    [`${line}-OP10-1`, 'pass', `${line}一序车1`, machine(0), merge],
    [`${line}-OP10-2`, 'pass', `${line}一序车2`, machine(3), merge],
    [`${line}-OP20-1`, 'pass', `${line}二序车1`, machine(1), merge + 1],
    [`${line}-OP20-2`, 'pass', `${line}二序车2`, machine(4), merge + 1],
    [`${line}-OP30-1`, 'pass', `${line}钻孔1`, machine(2), merge + 2],
    [`${line}-OP30-2`, 'pass', `${line}钻孔2`, machine(5), merge + 2],
    [`${line}-OP50-1`, 'pass', `${line}清洗`],
    [`${line}-OP60-1`, 'pass', `${line}测量`, `NB-GA-0${place}`],
    [`${line}-OP80-1`, 'pass', `${line}动平衡`, `NB-DB-0${place}`],
    [`${line}-OP95-1`, 'discharge', `${line}包装`],
    [`${line}-OP60-NG`, 'ng', `${line}NG`],
  ];
}

function cell(line: string, machines: readonly string[], gauge: string): Row[] {
  return [
    [`${line}-OP10-1`, 'pass', `${line}一序车`, machines[0]],
    [`${line}-OP20-1`, 'pass', `${line}二序车`, machines[1]],
    [`${line}-OP30-1`, 'pass', `${line}钻孔`, machines[2]],
    [`${line}-OP60-1`, 'discharge', `${line}测量`, gauge],
  ];
}

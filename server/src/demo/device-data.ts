import type { SitePrefix } from './company-data.ts';

/** A device of the demo: number, what people call it, where it stands. */
export interface DemoDevice {
  readonly number: string;
  readonly nickname: string;
  readonly kind: string;
  readonly line: string;
  readonly make: readonly [brand: string, model: string, control: string];
  readonly beat?: string;
  readonly bottleneck?: boolean;
}

type Makes = Readonly<Record<string, readonly [brand: string, model: string, control: string]>>;

// oxfmt-ignore
const makes: Makes = {
  robot: ['FANUC', 'M-900iB/280', 'R-30iB Plus'],
  forgeRobot: ['KUKA', 'KR 500 FORTEC', 'KRC5'],
  lathe: ['DMG MORI', 'NLX 3000', 'FANUC 31i-B'],
  centre: ['MAZAK', 'VCN-530C', 'SMOOTHG'],
  press: ['太原重工', 'TZ-8000', 'S7-1500'],
  smallPress: ['合肥合锻', 'HP-4000', 'S7-1500'],
  saw: ['凯达', 'GK-4250CNC', 'S7-1200'],
  furnace: ['丰东', 'FAS-2400', 'S7-1500'],
  spinner: ['LEIFELD', 'ST 650', '840D sl'],
  gauge: ['HEXAGON', 'TIGO SF', 'PC-DMIS'],
  flaw: ['汕超', 'CTS-9009', 'PC'],
  balancer: ['SCHENCK', 'Pasio 50', 'CAB 920'],
  marker: ['大族', 'HM-F20', 'PC'],
};

/** The 92 devices; machines that the Equipment Centre still builds come after their final acceptance. */
export const devices: readonly DemoDevice[] = [...ningbo(), ...changshu(), ...rayong()];

function ningbo(): DemoDevice[] {
  // oxfmt-ignore
  return [
    ...run('NB-SW', 'saw', makes.saw, ['L01|锯切1号', 'L01|锯切2号', 'L01|锯切3号']),
    ...run('NB-FD', 'flawDetector', makes.flaw, ['L01|铝棒超声探伤']),
    ...run('NB-PR', 'press', makes.press, ['L02|8000T锻压机1号', 'L02|8000T锻压机2号'], 62),
    ...run('NB-SP', 'spinner', makes.spinner, ['L02|旋压机']),
    ...run('NB-HF', 'furnace', makes.furnace, [
      'L02|棒料加热炉1号', 'L02|棒料加热炉2号', 'L03|固溶炉1号', 'L03|固溶炉2号', 'L03|时效炉1号', 'L03|时效炉2号',
    ]),
    ...run('NB-RB', 'robot', makes.robot, [
      'L04|机加L04上料机器人', 'L04|机加L04下料机器人', 'L05|机加L05上料机器人',
      'L05|机加L05下料机器人', 'L06|机加L06上料机器人', 'L06|机加L06下料机器人',
    ]),
    ...run('NB-RB', 'robot', makes.forgeRobot, [
      'L01|锯切上料机器人', 'L02|加热炉上料机器人', 'L02|压机1上料机器人', 'L02|压机1下料机器人', 'L02|压机2上料机器人',
      'L02|压机2下料机器人', 'L02|旋压上下料机器人', 'L03|固溶装炉机器人', 'L03|淬火转移机器人', 'L03|时效卸炉机器人',
      'L05|机加L05清洗机器人', 'L06|机加L06码垛机器人',
    ], undefined, 7),
    ...cells('NB', ['L04', 'L05', 'L06'], 2),
    ...run('NB-GA', 'gauge', makes.gauge, ['L04|L04在线测量机', 'L05|L05在线测量机', 'L06|L06在线测量机']),
    ...run('NB-DB', 'balancer', makes.balancer, ['L04|L04动平衡机', 'L05|L05动平衡机', 'L06|L06动平衡机']),
  ];
}

function changshu(): DemoDevice[] {
  return [
    ...cells('CS', ['M01', 'M02', 'M03'], 2).slice(0, 16),
    ...run('CS-GA', 'gauge', makes.gauge, ['M01|M01测量机', 'M02|M02测量机', 'M03|M03测量机']),
    ...run('CS-FD', 'flawDetector', makes.flaw, ['M04|荧光渗透线', 'M04|超声探伤机']),
    ...run('CS-DB', 'balancer', makes.balancer, ['M04|动平衡机1号', 'M04|动平衡机2号']),
    ...run('CS-MK', 'marker', makes.marker, ['M04|激光打标机']),
  ];
}

function rayong(): DemoDevice[] {
  return [
    ...run('TH-SW', 'saw', makes.saw, ['T01|锯切机']),
    ...run('TH-HF', 'furnace', makes.furnace, ['T01|棒料加热炉', 'T02|固溶炉', 'T02|时效炉']),
    ...run('TH-PR', 'press', makes.smallPress, ['T01|4000T锻压机'], 96),
    ...cells('TH', ['T03'], 2),
    ...run('TH-GA', 'gauge', makes.gauge, ['T04|测量机']),
    ...run('TH-DB', 'balancer', makes.balancer, ['T04|动平衡机']),
  ];
}

/** Numbered devices of one kind, each written `line|nickname`. */
function run(
  prefix: string,
  kind: string,
  make: DemoDevice['make'] | undefined,
  rows: readonly string[],
  beat?: number,
  first = 1,
): DemoDevice[] {
  return rows.map((row, index) => {
    const [line = '', nickname = ''] = row.split('|');
    const number = `${prefix}-${String(first + index).padStart(2, '0')}`;
    const own = { number, nickname, kind, line, make: make ?? ['', '', ''] } as const;
    return beat === undefined ? own : { ...own, beat: `${beat}`, bottleneck: index === 0 };
  });
}

/** Machining cells: in each two turning machines and one for drilling, numbered through all lines of the site. */
function cells(site: SitePrefix, lines: readonly string[], perLine: number): DemoDevice[] {
  const steps = ['一序车床', '二序车床', '钻孔中心'] as const;
  return lines.flatMap((line, place) =>
    Array.from({ length: perLine * steps.length }, (_, index): DemoDevice => {
      const step = steps[index % steps.length] ?? steps[0];
      const cell = Math.floor(index / steps.length) + 1;
      const number = `${site}-MC-${String(place * perLine * steps.length + index + 1).padStart(2, '0')}`;
      const make = (step === '钻孔中心' ? makes.centre : makes.lathe) ?? ['', '', ''];
      return {
        number,
        nickname: `${line}${step}${cell}`,
        kind: 'machineTool',
        line,
        make,
        beat: '290',
        bottleneck: index === 1,
      };
    }),
  );
}

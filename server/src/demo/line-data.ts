import type { SiteCode } from './company-data.ts';

/** A line of the demo; its leader is a username. */
export interface DemoLine {
  readonly site: SiteCode;
  readonly code: string;
  readonly name: string;
  readonly type: 'forging' | 'heat' | 'machining' | 'finishing';
  readonly beat: string;
  readonly leader: string;
}

// oxfmt-ignore
export const lines: readonly DemoLine[] = [
  { site: 'NB01', code: 'L01', name: '锯切线', type: 'forging', beat: '115', leader: 'chenhao' },
  { site: 'NB01', code: 'L02', name: '锻造线8000T', type: 'forging', beat: '62', leader: 'chenhao' },
  { site: 'NB01', code: 'L03', name: '热处理线', type: 'heat', beat: '68', leader: 'guofeng' },
  { site: 'NB01', code: 'L04', name: '机加一线', type: 'machining', beat: '145', leader: 'chenhao' },
  { site: 'NB01', code: 'L05', name: '机加二线', type: 'machining', beat: '145', leader: 'chenhao' },
  { site: 'NB01', code: 'L06', name: '机加三线', type: 'machining', beat: '145', leader: 'guofeng' },
  { site: 'CS02', code: 'M01', name: '机加线M01', type: 'machining', beat: '150', leader: 'zhubin' },
  { site: 'CS02', code: 'M02', name: '机加线M02', type: 'machining', beat: '150', leader: 'zhubin' },
  { site: 'CS02', code: 'M03', name: '机加线M03', type: 'machining', beat: '225', leader: 'zhubin' },
  { site: 'CS02', code: 'M04', name: '后处理线M04', type: 'finishing', beat: '55', leader: 'zhubin' },
  { site: 'TH03', code: 'T01', name: '锯切锻造线', type: 'forging', beat: '96', leader: 'somchai' },
  { site: 'TH03', code: 'T02', name: '热处理线', type: 'heat', beat: '90', leader: 'somchai' },
  { site: 'TH03', code: 'T03', name: '机加线', type: 'machining', beat: '210', leader: 'somchai' },
  { site: 'TH03', code: 'T04', name: '后处理线', type: 'finishing', beat: '80', leader: 'somchai' },
];

/** Day and night shift of every line; 60 minutes of breaks each. */
export const shifts = [
  {
    name: '早班',
    startTime: '08:00',
    endTime: '20:00',
    breaks: ['12:00-12:30', '17:00-17:30'],
    weekdays: [],
  },
  {
    name: '夜班',
    startTime: '20:00',
    endTime: '08:00',
    breaks: ['00:00-00:30', '04:00-04:30'],
    weekdays: [],
  },
];

/** A procedure and the sites that do it. */
export interface DemoProcedure {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  readonly type: string;
  readonly beat: string;
  readonly color: string;
  readonly marks?: {
    readonly isKey?: boolean;
    readonly isCheck?: boolean;
    readonly canRepeat?: boolean;
    readonly needPrevious?: boolean;
  };
  readonly sites: readonly SiteCode[];
}

const nb = ['NB01'] as const;
const nbTh = ['NB01', 'TH03'] as const;
const all = ['NB01', 'CS02', 'TH03'] as const;

// oxfmt-ignore
/** The sixteen procedures of a forged wheel. Ningbo keeps them all, the others those that they do. */
export const procedures: readonly DemoProcedure[] = [
  { code: 'OP05', name: '锯切', nameEn: 'Sawing', type: 'saw', beat: '115', color: '#7A8699', marks: { needPrevious: false }, sites: nbTh },
  { code: 'OP06', name: '加热', nameEn: 'Heating', type: 'heating', beat: '60', color: '#D9730D', sites: nbTh },
  { code: 'OP07', name: '锻造', nameEn: 'Forging', type: 'forge', beat: '62', color: '#C0392B', marks: { isKey: true }, sites: nbTh },
  { code: 'OP08', name: '旋压', nameEn: 'Spinning', type: 'spin', beat: '95', color: '#A1541F', sites: nb },
  { code: 'OP09', name: '热处理', nameEn: 'Heat treatment', type: 'heatTreat', beat: '68', color: '#B7791F', marks: { isKey: true }, sites: nbTh },
  { code: 'OP10', name: '一序粗车', nameEn: 'Turning 1', type: 'machine', beat: '290', color: '#1F5FBF', marks: { needPrevious: false }, sites: all },
  { code: 'OP20', name: '二序精车', nameEn: 'Turning 2', type: 'machine', beat: '290', color: '#2E7DD1', sites: all },
  { code: 'OP30', name: '钻孔', nameEn: 'Drilling', type: 'machine', beat: '290', color: '#4A90D9', sites: all },
  { code: 'OP40', name: '去毛刺', nameEn: 'Deburring', type: 'machine', beat: '120', color: '#5B7DB1', marks: { canRepeat: true }, sites: nb },
  { code: 'OP50', name: '清洗', nameEn: 'Washing', type: 'wash', beat: '60', color: '#2E7D6B', marks: { canRepeat: true }, sites: nb },
  { code: 'OP60', name: '尺寸检测', nameEn: 'Measuring', type: 'measure', beat: '140', color: '#2F8F4E', marks: { isKey: true, isCheck: true, canRepeat: true }, sites: all },
  { code: 'OP65', name: '气密检测', nameEn: 'Leak test', type: 'measure', beat: '75', color: '#3F9C63', marks: { isCheck: true, canRepeat: true }, sites: nb },
  { code: 'OP70', name: '探伤', nameEn: 'Flaw detection', type: 'flaw', beat: '110', color: '#6B4FBB', marks: { isCheck: true, canRepeat: true }, sites: ['NB01', 'CS02'] },
  { code: 'OP80', name: '动平衡', nameEn: 'Dynamic balance', type: 'balance', beat: '55', color: '#8E5BC4', marks: { isKey: true, isCheck: true, canRepeat: true }, sites: all },
  { code: 'OP90', name: '打标', nameEn: 'Marking', type: 'mark', beat: '25', color: '#6F7785', sites: ['NB01', 'CS02'] },
  { code: 'OP95', name: '包装', nameEn: 'Packing', type: 'pack', beat: '40', color: '#49525E', marks: { canRepeat: true }, sites: all },
];

/** A site of the demo company, as the documents name it. */
export interface DemoSite {
  readonly code: SiteCode;
  readonly name: string;
  readonly nameEn: string;
  readonly prefix: SitePrefix;
  readonly timeZone: string;
  readonly leader: string;
  readonly phone: string;
  readonly address: string;
}

export type SiteCode = 'NB01' | 'CS02' | 'TH03';
export type SitePrefix = 'NB' | 'CS' | 'TH';

export const company = {
  code: 'ZC',
  name: '众诚轮毂集团',
  nameEn: 'Zhongcheng Wheels',
  leader: '王敏',
  address: '浙江省宁波市鄞州区启明路818号',
} as const;

export const sites: readonly DemoSite[] = [
  {
    code: 'NB01',
    name: '宁波锻造厂',
    nameEn: 'Ningbo Forging Plant',
    prefix: 'NB',
    timeZone: 'Asia/Shanghai',
    leader: '孙毅',
    phone: '0574-88120100',
    address: '浙江省宁波市北仑区明州西路279号',
  },
  {
    code: 'CS02',
    name: '常熟机加厂',
    nameEn: 'Changshu Machining Plant',
    prefix: 'CS',
    timeZone: 'Asia/Shanghai',
    leader: '徐国强',
    phone: '0512-52350200',
    address: '江苏省常熟市东南大道55号',
  },
  {
    code: 'TH03',
    name: '泰国罗勇工厂',
    nameEn: 'Rayong Plant, Thailand',
    prefix: 'TH',
    timeZone: 'Asia/Bangkok',
    leader: 'Niran Chaiyasit',
    phone: '+66 38 684 300',
    address: '64/12 Moo 4, Pluak Daeng, Rayong 21140',
  },
];

/** The Equipment Centre below Ningbo with its five functional departments; `dept` is their value of `project_dept`. */
export const equipmentCentre = {
  code: 'NB01EC',
  name: '装备中心',
  nameEn: 'Equipment Centre',
  leader: '周启明',
} as const;

export const functionalDepartments = [
  { code: 'NB01EC1', dept: '1', name: '软件部', nameEn: 'Software', leader: '韩博' },
  { code: 'NB01EC2', dept: '2', name: '设计部', nameEn: 'Design', leader: '顾明远' },
  { code: 'NB01EC3', dept: '3', name: '研发部', nameEn: 'Research', leader: '方哲' },
  { code: 'NB01EC4', dept: '4', name: '生产部', nameEn: 'Production', leader: '罗建' },
  { code: 'NB01EC5', dept: '5', name: '质量部', nameEn: 'Quality', leader: '钱力' },
] as const;

/** What the company adds to the two dictionaries that come empty: `[value, zh, en]`. */
export const partners = {
  customer: [
    ['xingchi', '星驰汽车', 'Xingchi Motors'],
    ['yuanfan', '远帆商用车', 'Yuanfan Trucks'],
    ['volt', '沃特出行', 'Volt Mobility'],
    ['ruijie', '锐界改装', 'Ruijie Tuning'],
  ],
  supplier: [
    ['hengyuan', '恒源铝业', 'Hengyuan Aluminium'],
    ['nanping', '南屏铝材', 'Nanping Aluminium'],
  ],
} as const;

export type Customer = (typeof partners.customer)[number][0];

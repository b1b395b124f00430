import type { SiteCode } from './company-data.ts';

/** A person of the demo company: one person is one account everywhere. */
export interface Person {
  readonly username: string;
  readonly realName: string;
  readonly role: string;
  /** `ZC` stands for the company itself. */
  readonly site: SiteCode | 'ZC';
  /** Staff number, which terminals know a person by. */
  readonly account: string;
  /** Value of `project_dept`; `0` is the Equipment Centre without a functional department. */
  readonly dept?: '0' | '1' | '2' | '3' | '4' | '5';
  readonly associated?: SiteCode;
  readonly customer?: string;
  readonly remark?: string;
}

type Row = readonly [
  username: string,
  realName: string,
  role: string,
  account: string,
  more?: Partial<Person>,
];

// oxfmt-ignore
const companyPeople: readonly Row[] = [
  ['wangmin', '王敏', 'company_manager', 'ZC0001'],
  ['shenji', '沈纪', 'auditor', 'ZC0012'],
];

// oxfmt-ignore
const ningbo: readonly Row[] = [
  ['sunyi', '孙毅', 'plant_manager', 'NB0001'],
  ['zhaolei', '赵磊', 'site_admin', 'NB0007'],
  ['liuyang', '刘洋', 'planner', 'NB0021'],
  ['chenhao', '陈浩', 'team_leader', 'NB0104'],
  ['guofeng', '郭峰', 'night_shift_leader', 'NB0105', { remark: '夜班' }],
  ['huangwei', '黄伟', 'process_engineer', 'NB0033'],
  ['xujun', '徐军', 'equipment_engineer', 'NB0041'],
  ['linfang', '林芳', 'tool_keeper', 'NB0052'],
  ['yangxue', '杨雪', 'inspector', 'NB0063', { remark: '探伤Ⅱ级' }],
  ['jiangli', '蒋丽', 'inspector', 'NB0066', { remark: '探伤Ⅰ级' }],
  ['gaomin', '高敏', 'quality_manager', 'NB0061'],
  ['madong', '马冬', 'warehouse', 'NB0072'],
  ['wujing', '吴静', 'operator', 'NB0218', { remark: 'L04 早班' }],
  ['hetao', '何涛', 'operator', 'NB0233', { remark: 'L02 压机' }],
];

// oxfmt-ignore
const changshu: readonly Row[] = [
  ['xuguoqiang', '徐国强', 'plant_manager', 'CS0001'],
  ['shenjie', '沈洁', 'planner', 'CS0015'],
  ['zhubin', '朱斌', 'team_leader', 'CS0102'],
  ['nifang', '倪芳', 'inspector', 'CS0061'],
  ['qianjun', '钱军', 'equipment_engineer', 'CS0040'],
  ['cs0317', '陈建国', 'operator', 'CS0317', { associated: 'NB01', remark: 'M02 OP10' }],
  ['cs0325', '周丽华', 'operator', 'CS0325', { remark: 'M04 包装' }],
  ['mali', '马丽', 'outsourced_inspector', 'CS0901', { remark: '外协' }],
];

// oxfmt-ignore
const rayong: readonly Row[] = [
  ['niran', 'Niran Chaiyasit', 'plant_manager', 'TH0001'],
  ['anong', 'Anong Srisuk', 'planner', 'TH0011'],
  ['somchai', 'Somchai Wongsa', 'team_leader', 'TH0101'],
  ['kittisak', 'Kittisak Boonmee', 'equipment_engineer', 'TH0040'],
  ['malee', 'Malee Thongdee', 'inspector', 'TH0061'],
  ['linguodong', '林国栋', 'process_engineer', 'TH0008', { associated: 'NB01', remark: '外派' }],
  ['prasert', 'Prasert Suksai', 'operator', 'TH0212'],
  ['wichai', 'Wichai Jaidee', 'operator', 'TH0219'],
];

// oxfmt-ignore
const centre: readonly Row[] = [
  ['zhouqiming', '周启明', 'project_manager', 'EC0001', { dept: '0' }],
  ['heman', '何蔓', 'project_manager', 'EC0002', { dept: '0' }],
  ['luyifan', '陆一帆', 'project_manager', 'EC0003', { dept: '0' }],
  ['hanbo', '韩博', 'dept_head', 'EC0101', { dept: '1' }],
  ['zhenghang', '郑航', 'project_member', 'EC0102', { dept: '1' }],
  ['lina', '李娜', 'edition_manager', 'EC0103', { dept: '1' }],
  ['songyang', '宋扬', 'project_member', 'EC0104', { dept: '1' }],
  ['dingyiming', '丁一鸣', 'project_member', 'EC0105', { dept: '1' }],
  ['tangke', '唐可', 'project_member', 'EC0106', { dept: '1' }],
  ['xieyu', '谢雨', 'project_member', 'EC0107', { dept: '1' }],
  ['gumingyuan', '顾明远', 'dept_head', 'EC0201', { dept: '2' }],
  ['surui', '苏芮', 'project_member', 'EC0202', { dept: '2' }],
  ['hejingyi', '何静宜', 'project_member', 'EC0203', { dept: '2' }],
  ['shaotian', '邵天', 'project_member', 'EC0204', { dept: '2' }],
  ['luoxiao', '罗晓', 'project_member', 'EC0205', { dept: '2' }],
  ['bailu', '白璐', 'project_member', 'EC0206', { dept: '2' }],
  ['fangzhe', '方哲', 'dept_head', 'EC0301', { dept: '3' }],
  ['moyanzhi', '莫言之', 'project_member', 'EC0302', { dept: '3' }],
  ['yeqing', '叶青', 'project_member', 'EC0303', { dept: '3' }],
  ['luojian', '罗建', 'dept_head', 'EC0401', { dept: '4' }],
  ['wugang', '吴刚', 'component_keeper', 'EC0402', { dept: '4' }],
  ['shilei', '石磊', 'project_member', 'EC0403', { dept: '4' }],
  ['hujun', '胡军', 'project_member', 'EC0404', { dept: '4' }],
  ['duanqiang', '段强', 'project_member', 'EC0405', { dept: '4' }],
  ['haowei', '郝伟', 'project_member', 'EC0406', { dept: '4' }],
  ['ranyong', '冉勇', 'project_member', 'EC0407', { dept: '4' }],
  ['qianli', '钱力', 'project_quality_head', 'EC0501', { dept: '5' }],
  ['tangyun', '唐云', 'project_quality', 'EC0502', { dept: '5' }],
  ['miaomiao', '苗苗', 'project_quality', 'EC0503', { dept: '5' }],
  ['jiangyan', '江燕', 'performance_officer', 'EC0010', { dept: '0' }],
  ['fengli', '冯立', 'project_reader', 'EC0901', { dept: '0', remark: '外部调试伙伴' }],
];

/** Everybody beside `admin`, who comes with the product: 64 people, 65 accounts. */
export const people: readonly Person[] = [
  ...of('ZC', companyPeople),
  ...of('NB01', ningbo),
  ...of('CS02', changshu),
  ...of('TH03', rayong),
  ...of('NB01', centre),
  ...of('CS02', [['volt01', '沃特出行', 'customer_viewer', 'KH0001', { customer: 'volt' }]]),
];

function of(site: Person['site'], rows: readonly Row[]): Person[] {
  return rows.map(([username, realName, role, account, more]) => ({
    username,
    realName,
    role,
    account,
    site,
    ...more,
  }));
}

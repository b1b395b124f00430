import type { SiteCode } from './company-data.ts';

/** A document of the demo: its versions but the last are withdrawn, the last is in `state`. */
export interface DemoInstruction {
  readonly site: SiteCode;
  readonly type: string;
  readonly zh: string;
  readonly en: string;
  readonly versions: number;
  readonly state: 'draft' | 'pending' | 'published';
  readonly author: string;
  readonly approver: string;
  readonly product?: string;
  readonly procedure?: string;
  readonly equipment?: string;
  /** Of those who are addressed, how many have confirmed; absent = no confirmation is asked for. */
  readonly confirmed?: readonly [confirmed: number, addressed: number];
  readonly steps: readonly (readonly [zh: string, en: string])[];
}

const turning = [
  ['确认程序号、刀具组与工单产品一致', 'Check program, tool group and product against the order'],
  ['清理卡盘与定位面，吹净切屑', 'Clean chuck and seats, blow the chips away'],
  ['上料到底，听到夹紧确认音后启动', 'Load fully, start after the clamp has confirmed'],
  [
    '首件检测轮辋跳动 ≤ 0.30 mm，中心孔 Φ72.600–72.674',
    'First piece: rim run-out ≤ 0.30 mm, hub bore Φ72.600–72.674',
  ],
  ['刀具寿命剩余低于 10 % 时准备姊妹刀', 'Below 10 % tool life have the sister tool ready'],
] as const;
const safety = [
  ['进入区域前穿戴隔热服、面罩与安全鞋', 'Wear heat suit, visor and safety shoes before entering'],
  ['炉门开启时站在黄线外', 'Stay outside the yellow line while the door is open'],
  ['淬火槽液温超过 60 ℃ 时停止装炉', 'Stop loading above 60 °C in the quench tank'],
  ['发生火情按下红色急停，拨打 8119', 'In case of fire press the red stop and call 8119'],
] as const;
const robot = [
  [
    '示教前将模式开关拨到 T1，速度不高于 250 mm/s',
    'Switch to T1 before teaching, at most 250 mm/s',
  ],
  [
    '使能开关三位，松开或用力按下均停止',
    'The enabling switch has three positions; releasing or squeezing stops',
  ],
  ['示教后单步走完全程，再切换到自动', 'Step through the whole path before switching to automatic'],
] as const;
const check = [
  ['量具在有效期内，归零后使用', 'The gauge is within its date; zero it first'],
  [
    '每批首件、每两小时、换刀后各测一件',
    'One piece at the start of a lot, every two hours, after a tool change',
  ],
  ['超出公差立即隔离并通知质检员', 'Beyond the limits: separate it and call the inspector'],
] as const;

// oxfmt-ignore
export const instructions: readonly DemoInstruction[] = [
  { site: 'NB01', type: 'sop', zh: 'W1890A 粗车 OP10', en: 'W1890A rough turning OP10', versions: 3, state: 'published', author: 'huangwei', approver: 'gaomin', product: 'W1890A', procedure: 'OP10', confirmed: [23, 25], steps: turning },
  { site: 'NB01', type: 'safety', zh: '热处理炉区域安全须知', en: 'Safety in the heat treatment area', versions: 2, state: 'published', author: 'xujun', approver: 'gaomin', confirmed: [27, 30], steps: safety },
  { site: 'NB01', type: 'manual', zh: '机器人示教操作手册', en: 'Robot teaching manual', versions: 2, state: 'published', author: 'xujun', approver: 'gaomin', confirmed: [9, 12], steps: robot },
  { site: 'NB01', type: 'sop', zh: 'W1890A 精车 OP20', en: 'W1890A finish turning OP20', versions: 3, state: 'published', author: 'huangwei', approver: 'gaomin', product: 'W1890A', procedure: 'OP20', confirmed: [22, 24], steps: turning },
  { site: 'NB01', type: 'sop', zh: 'W1890A 钻孔 OP30', en: 'W1890A drilling OP30', versions: 2, state: 'published', author: 'huangwei', approver: 'gaomin', product: 'W1890A', procedure: 'OP30', confirmed: [16, 20], steps: turning },
  { site: 'NB01', type: 'quality', zh: '轮辋跳动检测标准', en: 'Rim run-out inspection', versions: 2, state: 'published', author: 'gaomin', approver: 'huangwei', confirmed: [14, 16], steps: check },
  { site: 'NB01', type: 'quality', zh: '中心孔检测标准', en: 'Hub bore inspection', versions: 1, state: 'published', author: 'gaomin', approver: 'huangwei', steps: check },
  { site: 'NB01', type: 'maintenance', zh: '8000T 压机日保', en: 'Daily care of the 8000 t press', versions: 2, state: 'published', author: 'xujun', approver: 'gaomin', equipment: 'NB-PR-01', steps: check },
  { site: 'NB01', type: 'sop', zh: '锯切 OP05', en: 'Sawing OP05', versions: 1, state: 'published', author: 'huangwei', approver: 'gaomin', procedure: 'OP05', steps: turning },
  { site: 'NB01', type: 'sop', zh: '锻造 OP07', en: 'Forging OP07', versions: 2, state: 'pending', author: 'huangwei', approver: 'gaomin', procedure: 'OP07', steps: safety },
  { site: 'NB01', type: 'manual', zh: '动平衡机操作手册', en: 'Balancer manual', versions: 1, state: 'draft', author: 'xujun', approver: 'gaomin', steps: check },
  { site: 'NB01', type: 'maintenance', zh: '主轴润滑保养', en: 'Spindle lubrication', versions: 1, state: 'draft', author: 'xujun', approver: 'gaomin', steps: robot },
  { site: 'CS02', type: 'sop', zh: '19寸轮 粗车', en: '19" wheel rough turning', versions: 2, state: 'published', author: 'qianjun', approver: 'xuguoqiang', confirmed: [5, 7], steps: turning },
  { site: 'CS02', type: 'quality', zh: '荧光渗透检测规范', en: 'Penetrant testing', versions: 2, state: 'published', author: 'qianjun', approver: 'xuguoqiang', confirmed: [4, 7], steps: check },
  { site: 'CS02', type: 'safety', zh: '机加区域安全须知', en: 'Safety in machining', versions: 1, state: 'published', author: 'qianjun', approver: 'xuguoqiang', steps: safety },
  { site: 'TH03', type: 'safety', zh: '罗勇工厂安全须知', en: 'Safety at Rayong', versions: 2, state: 'published', author: 'linguodong', approver: 'niran', steps: safety },
  { site: 'TH03', type: 'manual', zh: '4000T 压机操作手册', en: '4000 t press manual', versions: 1, state: 'published', author: 'linguodong', approver: 'niran', steps: robot },
  { site: 'TH03', type: 'sop', zh: '22.5寸商用车轮 粗车', en: '22.5" truck wheel rough turning', versions: 1, state: 'pending', author: 'linguodong', approver: 'niran', steps: turning },
];

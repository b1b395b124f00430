/** An alarm text of the demo. */
export interface DemoAlarm {
  readonly kind: string;
  readonly control: string;
  readonly encoding: string;
  readonly level: string;
  readonly zh: string;
  readonly en: string;
  /** Cause and advice, each in both languages. */
  readonly help?: readonly [causeZh: string, causeEn: string, adviceZh: string, adviceEn: string];
  readonly isStop?: boolean;
  readonly chatters?: boolean;
}

/** Codes that machines of Ningbo raise and nobody has explained yet. */
// oxfmt-ignore
export const unexplained: readonly { readonly encoding: string; readonly device: string; readonly text: string }[] = [
  { encoding: 'EX1047', device: 'NB-MC-03', text: 'CHIP CONVEYOR REV. LIMIT' },
  { encoding: 'EX1132', device: 'NB-MC-08', text: 'MIST COLLECTOR FILTER' },
  { encoding: 'SRVO-230', device: 'NB-RB-02', text: 'Chain 1 abnormal a,b' },
  { encoding: 'KSS26031', device: 'NB-RB-09', text: 'Bremsentest faellig' },
  { encoding: 'PR-HYD-88', device: 'NB-PR-01', text: 'DB88.DBX4.2' },
  { encoding: 'HF-GAS-17', device: 'NB-HF-03', text: 'AI17 <4mA' },
];

type Row = readonly [
  encoding: string,
  level: string,
  zh: string,
  en: string,
  more?: Partial<DemoAlarm>,
];

const stops = { isStop: true } as const;
const chatters = { chatters: true } as const;

// oxfmt-ignore
const fanuc: readonly Row[] = [
  ['SV0401', '3', '伺服准备就绪信号断开', 'Servo ready signal off', { isStop: true, help: [
    '伺服放大器未就绪：急停回路断开、接触器未吸合或放大器故障', 'The servo amplifier is not ready: open emergency stop circuit, contactor not closed or amplifier faulty',
    '检查急停回路和MCC接触器；查看放大器七段码；复位后仍出现请联系设备工程师', 'Check the emergency stop circuit and the MCC contactor, read the amplifier display; call the equipment engineer if it comes back after a reset'] }],
  ['SV0407', '3', '同步轴误差过大', 'Excess error of synchronous axes', stops],
  ['SV0409', '3', '伺服轴扭矩异常', 'Abnormal torque of a servo axis', { isStop: true, help: [
    '切削负荷过大、刀具崩刃或撞刀', 'Cutting load too high, chipped tool or collision',
    '停机检查刀具和工件；确认切削参数；手动退刀后复位', 'Stop and look at tool and piece, check the cutting data; retract by hand, then reset'] }],
  ['SV0410', '3', '停止时误差过大', 'Excess error at stop', stops],
  ['SV0411', '3', '移动时误差过大', 'Excess error in movement', stops],
  ['SV0413', '3', '误差计数器溢出', 'Error counter overflow', stops],
  ['SV0417', '3', '伺服参数不正确', 'Illegal servo parameter', stops],
  ['SV0430', '3', '伺服电机过热', 'Servo motor overheat', { isStop: true, help: [
    '负荷过大或冷却不足', 'Load too high or cooling too weak', '等待冷却30分钟；清理电机风道；核对切削参数', 'Let it cool for 30 minutes, clean the air path of the motor, check the cutting data'] }],
  ['SV0431', '3', '变频器主回路过载', 'Converter main circuit overload', stops],
  ['SV0433', '3', '变频器DC链路电压低', 'Converter DC link low voltage', stops],
  ['SV0436', '3', '软过热继电器动作', 'Soft thermal (OVC)', stops],
  ['SV0438', '3', '逆变器电流异常', 'Inverter abnormal current', stops],
  ['SV0445', '3', '软断线报警', 'Soft disconnection alarm', stops],
  ['SV0449', '3', '逆变器IPM报警', 'Inverter IPM alarm', stops],
  ['SP1220', '3', '主轴放大器未连接', 'No spindle amplifier', stops],
  ['SP1241', '3', 'D/A转换器异常', 'D/A converter error', stops],
  ['SP9001', '3', '主轴电机过热', 'Spindle motor overheat', stops],
  ['SP9002', '3', '主轴速度误差过大', 'Excess spindle speed deviation', stops],
  ['SP9009', '3', '主轴主回路过热', 'Spindle main circuit overheat', stops],
  ['SP9031', '3', '主轴电机锁死', 'Spindle motor locked', stops],
  ['SP9073', '3', '主轴电机传感器断线', 'Spindle motor sensor disconnected', stops],
  ['OT0500', '2', '{1}轴正向软限位超程', '+ over travel of axis {1} (soft 1)'],
  ['OT0501', '2', '{1}轴负向软限位超程', '- over travel of axis {1} (soft 1)'],
  ['OT0506', '2', '{1}轴正向硬限位超程', '+ over travel of axis {1} (hard)', stops],
  ['OT0507', '2', '{1}轴负向硬限位超程', '- over travel of axis {1} (hard)', stops],
  ['PS0010', '1', '不正确的G代码', 'Improper G code'],
  ['PS0011', '1', '进给速度为零', 'Feed zero (command)'],
  ['PS0030', '1', '刀偏号不正确', 'Illegal offset number'],
  ['PS0078', '1', '程序号未找到', 'Program number not found'],
  ['PS0090', '1', '参考点返回未完成', 'Reference return incomplete'],
  ['PS0224', '1', '请先返回参考点', 'Return to reference point'],
  ['DS0300', '2', 'APC报警：{1}轴需返回参考点', 'APC alarm: axis {1} needs reference return'],
  ['DS0306', '2', '{1}轴APC电池电压为零', 'APC battery voltage of axis {1} zero'],
  ['DS0307', '1', '{1}轴APC电池电压低', 'APC battery of axis {1} low', { help: [
    '编码器电池接近寿命', 'The encoder battery nears its end', '开机状态下更换电池，切勿断电更换', 'Change the battery with the machine switched on, never when it is off'] }],
  ['OH0700', '2', '控制单元过热', 'Locker overheat'],
  ['OH0701', '2', '风扇电机停转', 'Fan motor stop'],
  ['2041', '3', '夹具未夹紧', 'Fixture not clamped', { isStop: true, chatters: true, help: [
    '夹紧压力不足、工件放偏或检测开关脏污', 'Low clamping pressure, piece not seated or a dirty switch',
    '清理定位面和开关；重新上料；压力低于4.5 MPa时检查液压站', 'Clean seats and switch, load again; check the hydraulic unit below 4.5 MPa'] }],
  ['2042', '3', '夹具未松开', 'Fixture not released', stops],
  ['2050', '2', '切削液液位低', 'Coolant level low', chatters],
  ['2051', '2', '切削液压力低', 'Coolant pressure low', chatters],
  ['2052', '1', '切削液过滤器堵塞', 'Coolant filter clogged'],
  ['2060', '2', '润滑油位低', 'Lubrication oil level low'],
  ['2061', '2', '润滑压力异常', 'Lubrication pressure abnormal', stops],
  ['2070', '2', '排屑器过载', 'Chip conveyor overload'],
  ['2080', '3', '液压油温过高', 'Hydraulic oil too hot', stops],
  ['2081', '3', '液压压力低', 'Hydraulic pressure low', stops],
  ['2090', '2', '自动门未关闭', 'Automatic door not closed', chatters],
  ['2091', '2', '自动门超时', 'Automatic door time-out', stops],
  ['2100', '2', '刀塔未锁紧', 'Turret not clamped', stops],
  ['2101', '2', '刀具寿命到达', 'Tool life reached'],
  ['2102', '3', '刀具破损检测动作', 'Tool breakage detected', stops],
  ['2110', '2', '气源压力低', 'Air pressure low', stops],
];

// oxfmt-ignore
const mazak: readonly Row[] = [
  ['21', '3', '伺服异常 {1}', 'Servo abnormality {1}', stops],
  ['51', '3', '主轴放大器异常 {1}', 'Spindle amplifier abnormality {1}', stops],
  ['116', '2', '轴干涉 {1}', 'Axis interference {1}', stops],
  ['137', '3', '主轴过载', 'Spindle overload', stops],
  ['152', '3', '伺服过载 {1}', 'Servo overload {1}', stops],
  ['203', '2', '换刀未完成', 'Tool change incomplete', stops],
  ['205', '2', '刀库门未关', 'Magazine door not closed'],
  ['208', '2', '主轴内无刀', 'No tool in spindle', stops],
  ['222', '2', '冷却泵跳闸', 'Coolant pump tripped'],
  ['224', '2', '排屑器跳闸', 'Chip conveyor tripped'],
  ['234', '2', '润滑故障', 'Lubrication fault', stops],
  ['250', '2', '托盘未夹紧', 'Pallet not clamped', stops],
  ['265', '1', '刀具寿命结束', 'Tool life over'],
  ['346', '2', '程序段错误 {1}', 'Block error {1}'],
  ['400', '1', '程序格式错误 {1}', 'Program format error {1}'],
  ['434', '1', '无指定刀具', 'No designated tool'],
];

// oxfmt-ignore
const fanucRobot: readonly Row[] = [
  ['RB-DOOR-03', '2', '安全门打开', 'Security door open', { isStop: true, chatters: true, help: [
    '安全门在自动运行中被打开，或门锁开关松动', 'The door was opened in automatic mode, or its switch is loose',
    '确认单元内无人后关门复位；频繁出现时紧固门锁开关', 'Make sure nobody is inside, close and reset; tighten the switch if it comes often'] }],
  ['SRVO-001', '3', '操作面板急停', 'Operator panel E-stop', stops],
  ['SRVO-002', '3', '示教器急停', 'Teach pendant E-stop', stops],
  ['SRVO-004', '2', '防护栅栏打开', 'Fence open', stops],
  ['SRVO-007', '3', '外部急停', 'External E-stops', stops],
  ['SRVO-021', '3', 'SRDY断开（组{1}轴{2}）', 'SRDY off (group {1} axis {2})', stops],
  ['SRVO-023', '3', '停止误差过大（组{1}轴{2}）', 'Stop error excess (group {1} axis {2})', stops],
  ['SRVO-038', '2', '脉冲值不匹配（组{1}轴{2}）', 'Pulse mismatch (group {1} axis {2})', stops],
  ['SRVO-046', '3', 'OVC报警（组{1}轴{2}）', 'OVC alarm (group {1} axis {2})', stops],
  ['SRVO-050', '3', '碰撞检测（组{1}轴{2}）', 'Collision detect (group {1} axis {2})', { isStop: true, help: [
    '机器人与工件、夹具或护栏相碰，或负载设定不对', 'The robot hit piece, fixture or fence, or the payload is set wrong',
    '低速示教退开；检查夹爪和工件；核对负载设定', 'Retract slowly with the pendant, check gripper and piece, verify the payload'] }],
  ['SRVO-062', '3', 'BZAL报警（组{1}轴{2}）', 'BZAL alarm (group {1} axis {2})', stops],
  ['SRVO-065', '1', 'BLAL报警：电池电压低（组{1}轴{2}）', 'BLAL alarm: battery low (group {1} axis {2})'],
  ['SRVO-105', '2', '控制柜门打开或急停', 'Door open or E-stop', stops],
  ['INTP-127', '2', '检测到断电', 'Power fail detected'],
  ['HOST-158', '1', '通信超时', 'Communication time-out'],
  ['SYST-045', '1', '示教器使能处于自动模式', 'Pendant enabled in auto mode'],
  ['GRIP-01', '2', '夹爪未夹紧', 'Gripper not closed', { isStop: true, chatters: true }],
  ['GRIP-02', '2', '夹爪未松开', 'Gripper not open', stops],
  ['GRIP-03', '2', '夹爪掉件', 'Piece lost from gripper', stops],
];

// oxfmt-ignore
const kuka: readonly Row[] = [
  ['RB-DOOR-03', '2', '安全门打开', 'Security door open', { isStop: true, chatters: true }],
  ['KSS00102', '3', '驱动未就绪', 'Drives not ready', stops],
  ['KSS00205', '2', '软限位 {1}', 'Software limit switch {1}', stops],
  ['KSS00276', '3', '电机保护动作 {1}', 'Motor protection {1}', stops],
  ['KSS01133', '2', '缺少命令参数 {1}', 'Command parameter {1} missing'],
  ['KSS01356', '1', '电池电压低', 'Battery voltage low'],
  ['KSS12007', '2', '操作员防护未闭合', 'Operator safety open', stops],
  ['KSS15004', '3', '急停', 'Emergency stop', stops],
  ['KSS26014', '2', '跟踪误差 {1}', 'Following error {1}', stops],
  ['KSS26070', '3', '制动器故障 {1}', 'Brake fault {1}', stops],
  ['GRIP-01', '2', '夹钳未夹紧', 'Tongs not closed', { isStop: true, chatters: true }],
  ['GRIP-04', '3', '夹钳温度过高', 'Tongs too hot', stops],
];

/** Parts of machines with a PLC, and what can be wrong with each: their codes are made of both. */
interface Plant {
  readonly kind: string;
  readonly control: string;
  readonly prefix: string;
  readonly parts: readonly (readonly [code: string, zh: string, en: string])[];
  readonly faults: readonly (readonly [
    number: string,
    level: string,
    zh: string,
    en: string,
    isStop?: true,
  ])[];
}

// oxfmt-ignore
const plants: readonly Plant[] = [
  { kind: 'press', control: 'S7-1500', prefix: 'PR', parts: [
    ['COOL', '模具冷却水', 'Die cooling water'], ['HYD', '主液压站', 'Main hydraulics'], ['PUMP1', '1号主泵', 'Main pump 1'], ['PUMP2', '2号主泵', 'Main pump 2'],
    ['SLIDE', '滑块', 'Slide'], ['EJECT', '顶出器', 'Ejector'], ['LUBE', '润滑站', 'Lubrication'], ['SPRAY', '喷墨装置', 'Spray unit'], ['DIE', '模具加热', 'Die heating'],
  ], faults: [
    ['01', '1', '预警', 'warning'], ['02', '3', '压力低', 'pressure low', true], ['03', '3', '温度高', 'too hot', true], ['04', '3', '过载跳闸', 'overload tripped', true],
    ['05', '2', '传感器断线', 'sensor disconnected'], ['06', '2', '动作超时', 'time-out', true], ['07', '2', '阀位异常', 'valve position wrong', true], ['08', '4', '安全回路断开', 'safety circuit open', true],
  ] },
  { kind: 'furnace', control: 'S7-1500', prefix: 'HF', parts: [
    ['Z1', '1区', 'Zone 1'], ['Z2', '2区', 'Zone 2'], ['Z3', '3区', 'Zone 3'], ['FAN', '循环风机', 'Circulation fan'], ['DOOR', '炉门', 'Furnace door'],
    ['QUENCH', '淬火槽', 'Quench tank'], ['BURN', '烧嘴', 'Burner'],
  ], faults: [
    ['01', '2', '温度偏差大', 'temperature deviation'], ['02', '4', '超温保护动作', 'over-temperature protection', true], ['03', '3', '热电偶断线', 'thermocouple broken', true],
    ['04', '3', '过载跳闸', 'overload tripped', true], ['05', '2', '动作超时', 'time-out', true], ['06', '1', '保养到期', 'service due'], ['07', '2', '反馈丢失', 'feedback lost'],
  ] },
  { kind: 'saw', control: 'S7-1200', prefix: 'SW', parts: [
    ['BLADE', '锯带', 'Saw blade'], ['FEED', '送料', 'Feed'], ['CLAMP', '夹紧', 'Clamp'], ['COOL', '冷却', 'Coolant'], ['MEAS', '测长', 'Length gauge'],
  ], faults: [
    ['01', '2', '到寿', 'at end of life'], ['02', '3', '断裂或松弛', 'broken or slack', true], ['03', '2', '超时', 'time-out', true], ['04', '2', '传感器异常', 'sensor fault'],
    ['05', '3', '过载', 'overload', true], ['06', '1', '偏差预警', 'deviation warning'],
  ] },
  { kind: 'spinner', control: '840D sl', prefix: 'SP', parts: [
    ['ROLL', '旋轮', 'Roller'], ['HEAD', '主轴箱', 'Headstock'], ['TAIL', '尾顶', 'Tailstock'], ['HEAT', '加热枪', 'Torch'],
  ], faults: [
    ['01', '2', '负荷高', 'load high'], ['02', '3', '过载', 'overload', true], ['03', '2', '位置异常', 'position wrong', true], ['04', '3', '温度异常', 'temperature fault', true], ['05', '1', '润滑不足', 'short of grease'],
  ] },
  { kind: 'balancer', control: 'CAB 920', prefix: 'DB', parts: [
    ['SPD', '转速', 'Speed'], ['CHUCK', '夹头', 'Chuck'], ['CAL', '校准', 'Calibration'], ['SENS', '传感器', 'Sensor'],
  ], faults: [
    ['01', '2', '异常', 'fault', true], ['02', '1', '到期', 'due'], ['03', '2', '超时', 'time-out', true], ['04', '3', '失效', 'failed', true],
  ] },
  { kind: 'flawDetector', control: 'PC', prefix: 'UT', parts: [
    ['PROBE', '探头', 'Probe'], ['COUP', '耦合', 'Coupling'], ['LAMP', '紫外灯', 'UV lamp'], ['TURN', '转台', 'Turntable'],
  ], faults: [
    ['01', '2', '信号弱', 'weak signal'], ['02', '3', '故障', 'fault', true], ['03', '1', '校验到期', 'check due'], ['04', '2', '超时', 'time-out', true],
  ] },
  { kind: 'gauge', control: 'PC-DMIS', prefix: 'GA', parts: [
    ['PROBE', '测头', 'Probe'], ['AIR', '气浮', 'Air bearing'], ['AXIS', '测量轴', 'Axis'],
  ], faults: [
    ['01', '3', '碰撞', 'collision', true], ['02', '2', '压力低', 'pressure low', true], ['03', '2', '超程', 'over travel'], ['04', '1', '校准到期', 'calibration due'],
    ['05', '2', '温度补偿异常', 'temperature compensation fault'], ['06', '3', '故障', 'fault', true],
  ] },
];

/** The alarm texts of the company. */
export const alarms: readonly DemoAlarm[] = [
  ...rows('machineTool', 'FANUC 31i-B', fanuc),
  ...rows('machineTool', 'SMOOTHG', mazak),
  ...rows('robot', 'R-30iB Plus', fanucRobot),
  ...rows('robot', 'KRC5', kuka),
  ...plants.flatMap(ofPlant),
];

function rows(kind: string, control: string, list: readonly Row[]): DemoAlarm[] {
  return list.map(([encoding, level, zh, en, more]) => ({
    kind,
    control,
    encoding,
    level,
    zh,
    en,
    ...more,
  }));
}

function ofPlant({ kind, control, prefix, parts, faults }: Plant): DemoAlarm[] {
  return parts.flatMap(([part, zh, en]) =>
    faults.map(([number, level, faultZh, faultEn, isStop]) => ({
      kind,
      control,
      encoding: `${prefix}-${part}-${number}`,
      level,
      zh: `${zh}${faultZh}`,
      en: `${en} ${faultEn}`,
      ...(isStop && { isStop }),
    })),
  );
}

import type { Text } from '../kernel/text.ts';
import { alarmLog } from './tip.ts';
import type { ModelType } from './tip.ts';

/** An event that people are told of: its type, who gets it, where it leads and its sentence. */
export interface Notice {
  readonly modelType: ModelType;
  /** People of the site who hold this tag get it; null = only persons named by the teller. */
  readonly tag: string | null;
  /** Page that it opens unless the teller names another. */
  readonly link: string;
  /** Value of the dictionary `alarm_level`. */
  readonly level: '1' | '2' | '3' | '4';
  readonly text: Text;
}

type Line = readonly [
  modelType: ModelType,
  tag: string | null,
  link: string,
  level: Notice['level'],
  zh: string,
  en: string,
];

const INSPECTION = '/baseConfig/regularInspection';
const INSPECTORS = 'base:regularInspection:list';
const TOOLS = '/tool/toolMsg';
const TOOL_PEOPLE = 'tool:message:list';
const MAINTENANCE = '/maintenance/record';
const MAINTAINERS = 'maintenance:record:list';
const TASKS = '/user/profile?tab=tasks';

// oxfmt-ignore
const lines = {
  'regularInspection.due': ['1', INSPECTORS, INSPECTION, '1',
    '{name} 定期检验将在 {n} 天后到期', '{name}: regular inspection due in {n|day|days}'],
  'spotCheck.missed': ['1', INSPECTORS, INSPECTION, '2',
    '{name} 抽检漏检（应检 {time}）', '{name}: spot check missed (due {time})'],
  'regularInspection.overdue': ['4', INSPECTORS, INSPECTION, '3',
    '{name} 定期检验已超期 {n} 小时', '{name}: regular inspection overdue by {n} h'],
  'regularInspection.failed': ['4', INSPECTORS, INSPECTION, '3',
    '{name} 定期检验不合格', '{name}: regular inspection failed'],
  'checkItem.outside': ['4', INSPECTORS, INSPECTION, '3',
    '{name} 超出公差：{value}（{limits}）', '{name} outside its limits: {value} ({limits})'],
  'spc.ruleBroken': ['4', INSPECTORS, INSPECTION, '2',
    '{name} 控制图触发判异准则 {rule}', '{name}: control chart breaks rule {rule}'],
  'hold.set': ['4', INSPECTORS, INSPECTION, '3',
    '{name} 已冻结：{reason}', '{name} put on hold: {reason}'],
  'tool.lifeWarning': ['2', TOOL_PEOPLE, TOOLS, '2',
    '刀具 {name} 寿命剩余 {percent}%（{n} 件）', 'Tool {name} life left {percent} % ({n} pcs)'],
  'tool.lifeReached': ['2', TOOL_PEOPLE, TOOLS, '3',
    '刀具 {name} 已到寿命', 'Tool {name} has reached its life'],
  'tool.broken': ['2', TOOL_PEOPLE, TOOLS, '4',
    '刀具 {name} 断刀', 'Tool {name} is broken'],
  'tool.offsetMismatch': ['2', TOOL_PEOPLE, TOOLS, '3',
    '刀具 {name} 刀补与系统不一致', 'Tool {name}: offset differs from the control'],
  'tool.noSister': ['2', TOOL_PEOPLE, TOOLS, '2',
    '刀具 {name} 没有可用的姊妹刀', 'Tool {name} has no sister tool left'],
  'maintenance.due': ['3', MAINTAINERS, MAINTENANCE, '1',
    '{name} 保养将在 {n} 天后到期', '{name}: maintenance due in {n|day|days}'],
  'maintenance.overdue': ['3', MAINTAINERS, MAINTENANCE, '2',
    '{name} 保养已超期 {n} 天', '{name}: maintenance overdue by {n|day|days}'],
  'alarm.raised': ['3', 'log:alarm:list', alarmLog, '3',
    '{device} 报警 {encoding} {content}', '{device} alarm {encoding} {content}'],
  'alarm.escalated': ['3', null, alarmLog, '4',
    '{device} 报警 {encoding} {n} 分钟未确认', '{device} alarm {encoding} not acknowledged for {n} min'],
  'alarm.escalatedToAll': ['3', 'log:alarm:list', '/log/alarm', '4',
    '{device} 报警 {encoding} {n} 分钟未确认，本厂区没有厂长', '{device} alarm {encoding} not acknowledged for {n} min; the site has no plant manager'],
  'instruction.toApprove': ['5', 'system:instruction:publish', '/system/instruction', '1',
    '操作说明 {name} 待审批（{author}）', 'Instruction {name} awaits approval ({author})'],
  'instruction.rejected': ['5', null, '/system/instruction', '2',
    '操作说明 {name} 被退回：{reason}', 'Instruction {name} was sent back: {reason}'],
  'instruction.toConfirm': ['5', null, '/system/instruction', '2',
    '请阅读并确认 {name}（V{version}）', 'Please read and confirm {name} (V{version})'],
  'job.exported': ['6', null, TASKS, '1',
    '{name} 已完成（{n} 行），可在任务中心下载', '{name} is ready in the task centre ({n|row|rows})'],
  'job.imported': ['6', null, TASKS, '1',
    '{name} 已完成：写入 {ok} 行，错误 {failed} 行', '{name} is done: {ok|row|rows} written, {failed} with errors'],
  'job.failed': ['6', null, TASKS, '2',
    '{name} 失败：{reason}', '{name} failed: {reason}'],
} as const satisfies Readonly<Record<string, Line>>;

/** Key of an event, kept as the message key of its rows. */
export type NoticeKey = keyof typeof lines;

/** Every event of the product that people are told of (platform.md section 8); a new one is a line above. */
export const notices: Readonly<Record<NoticeKey, Notice>> = Object.fromEntries(
  Object.entries(lines).map(([key, [modelType, tag, link, level, zh, en]]) => [
    key,
    { modelType, tag, link, level, text: { zh, en } },
  ]),
) as Record<NoticeKey, Notice>;

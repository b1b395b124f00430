import { problem } from '../kernel/check.ts';
import { enabling } from '../kernel/enabling.ts';
import { defineEntity } from '../kernel/entity.ts';
import { defineRefusals, type Problem } from '../kernel/errors.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { image } from '../kinds/file.ts';
import { flag } from '../kinds/flag.ts';
import { instant } from '../kinds/instant.ts';
import { integer } from '../kinds/integer.ts';
import { ref } from '../kinds/ref.ts';
import { refs } from '../kinds/refs.ts';
import { shown } from '../kinds/shown.ts';
import { text } from '../kinds/text.ts';

const told = (help?: { zh: string; en: string }) =>
  ({ max: 2000, lines: 3, section: 'help', ...(help && { help }) }) as const;

/** Longest time for which an alarm may be shelved. */
export const SHELVE_HOURS = 8;

/** Minutes after which the serious levels are escalated where the configuration says nothing else. */
export const ESCALATE_MINUTES = { '3': 30, '4': 10 } as const;

/** What an alarm code of a kind of machine means, and what follows from it. A site's own row goes before the company's. */
export const alarmConfig = defineEntity({
  name: 'alarm/config',
  label: { zh: '报警配置', en: 'Alarm config' },
  scope: 'company',
  uniqueWithin: 'site',
  title: 'contentZh',
  code: 'encoding',
  sort: { by: 'encoding', order: 'asc' },
  unique: [['equipmentKind', 'controlType', 'encoding']],
  sections: {
    alarm: { zh: '报警', en: 'Alarm' },
    help: { zh: '原因与处理', en: 'Cause and advice' },
    rule: { zh: '延时、停机与通知', en: 'Delay, stop and notice' },
  },
  fields: {
    encoding: text('报警编码', 'Encoding', {
      required: true,
      max: 40,
      list: true,
      filter: true,
      sort: true,
      scan: true,
      section: 'alarm',
    }),
    level: dictionary('alarm_level', '级别', 'Level', {
      required: true,
      list: true,
      filter: true,
      sort: true,
      section: 'alarm',
    }),
    equipmentKind: dictionary('equipment_kind', '设备类别', 'Kind', {
      required: true,
      list: true,
      filter: true,
      section: 'alarm',
    }),
    controlType: text('控制系统', 'Control', {
      required: true,
      max: 60,
      list: true,
      filter: true,
      section: 'alarm',
      help: {
        zh: '与设备清单中的控制系统一致；* 表示该类别的所有控制系统',
        en: 'As in the equipment list; * stands for every control of the kind',
      },
    }),
    contentZh: text('中文内容', 'Chinese content', {
      required: true,
      max: 300,
      list: true,
      filter: true,
      section: 'alarm',
    }),
    contentEn: text('英文内容', 'English content', {
      required: true,
      max: 300,
      list: true,
      filter: true,
      section: 'alarm',
      help: {
        zh: '占位符如 {1} 在两种语言中须相同',
        en: 'Placeholders such as {1} must be the same in both languages',
      },
    }),
    time: instant('时间', 'Time', {
      computed: true,
      list: true,
      filter: true,
      sort: true,
      help: { zh: '最后修改时间', en: 'Last changed' },
    }),
    count30: shown('近30天次数', '30-day count', {
      list: true,
      sort: true,
      unit: { zh: '次', en: '×' },
    }),
    causeZh: text('中文原因', 'Chinese cause', told()),
    causeEn: text('英文原因', 'English cause', told()),
    adviceZh: text('中文处理建议', 'Chinese advice', told()),
    adviceEn: text('英文处理建议', 'English advice', told()),
    advicePicture: image('处理图片', 'Advice picture', { section: 'help' }),
    delaySeconds: integer('延时', 'Delay', {
      required: true,
      default: 0,
      max: 600,
      list: true,
      section: 'rule',
      unit: { zh: '秒', en: 's' },
      help: { zh: '短于此时长只记录，不通知', en: 'Shorter ones are logged but not notified' },
    }),
    chatterCount: integer('抖动次数', 'Chatter count', {
      min: 2,
      max: 100,
      section: 'rule',
      unit: { zh: '次', en: 'times' },
      help: {
        zh: '抖动分钟数内达到此次数，合并为一条并计数',
        en: 'So many within the chatter minutes become one entry with a counter',
      },
    }),
    chatterMinutes: integer('抖动分钟数', 'Chatter minutes', {
      min: 1,
      max: 60,
      section: 'rule',
      unit: { zh: '分', en: 'min' },
    }),
    isStop: flag('是否停机', 'Stops machine', { list: true, filter: true, section: 'rule' }),
    downtimeReasonId: ref('base/reasonCode', '停机原因', 'Downtime reason', {
      list: true,
      filter: true,
      section: 'rule',
      where: { kind: 'downtime' },
    }),
    notify: flag('通知', 'Notify', { list: true, filter: true, section: 'rule' }),
    roles: refs('system/role', '通知角色', 'Notified roles', {
      default: [],
      list: true,
      section: 'rule',
    }),
    escalateMinutes: integer('升级', 'Escalate after', {
      min: 1,
      max: 1440,
      list: true,
      section: 'rule',
      unit: { zh: '分', en: 'min' },
      help: {
        zh: `3、4级报警超过此时长未确认，通知厂长；留空则3级${ESCALATE_MINUTES['3']}分、4级${ESCALATE_MINUTES['4']}分`,
        en: `Levels 3 and 4 not acknowledged by then are told to the plant manager; empty: ${ESCALATE_MINUTES['3']} and ${ESCALATE_MINUTES['4']} min`,
      },
    }),
    shelveUntil: instant('搁置至', 'Shelved until', {
      computed: true,
      future: true,
      list: true,
      filter: true,
    }),
    shelveReason: text('搁置原因', 'Shelve reason', {
      computed: true,
      max: 500,
      list: true,
      filter: true,
    }),
    status: dictionary('enable_status', '状态', 'Status', {
      required: true,
      default: '1',
      list: true,
      filter: true,
      section: 'alarm',
    }),
  },
  rules: ({ contentZh, contentEn, chatterCount, chatterMinutes }) => [
    ...(contentZh && contentEn ? placeProblems(contentZh, contentEn) : []),
    ...pairProblems(chatterCount, chatterMinutes),
  ],
  state: 'status',
  actions: {
    shelve: {
      label: { zh: '搁置', en: 'Shelve' },
      icon: 'pause',
      reason: true,
      batch: true,
      fields: {
        hours: integer('搁置时长', 'Shelve for', {
          required: true,
          default: 1,
          min: 1,
          max: SHELVE_HOURS,
          unit: { zh: '小时', en: 'h' },
        }),
      },
    },
    unshelve: { label: { zh: '取消搁置', en: 'Unshelve' }, icon: 'play', tag: 'shelve' },
    adopt: { label: { zh: '复制为本厂配置', en: 'Copy for this site' }, icon: 'copy', tag: 'add' },
    ...enabling('edit'),
  },
});

export const alarmConfigRefusals = defineRefusals({
  'alarm.edit.placeholders': [
    422,
    '两种语言的占位符须相同：{zh} / {en}',
    'The placeholders of both languages must be the same: {zh} / {en}',
  ],
  'alarm.edit.chatter': [
    422,
    '抖动次数与分钟数须同时填写',
    'Chatter count and minutes belong together',
  ],
  'alarm.edit.reasonSite': [
    422,
    '公司级配置不能引用厂区的停机原因',
    'A company-wide row cannot refer to a reason of a site',
  ],
  'alarm.edit.company': [
    409,
    '「{c}」是公司级配置，请先复制为本厂配置',
    '"{c}" belongs to the company; copy it for this site first',
  ],
  'alarm.adopt.own': [409, '「{c}」已是本厂配置', '"{c}" belongs to this site already'],
  'alarm.unshelve.none': [409, '「{c}」未被搁置', '"{c}" is not shelved'],
});

/** An alarm that machines raised and nobody has explained yet. */
export interface UnconfiguredAlarm {
  readonly siteId: string;
  readonly departName: string;
  /** Null where no machine bears the number any more that raised it. */
  readonly equipmentKind: string | null;
  readonly controlType: string;
  readonly encoding: string;
  /** What the machine itself said, the last time. */
  readonly text: string | null;
  readonly count: number;
  readonly devices: readonly string[];
  readonly lastTime: string;
  /** A configuration explains it that is disabled. */
  readonly isDisabled: boolean;
}

/** Alarms of a span of days, as the tab of analysis draws them. */
export interface AlarmAnalysis {
  readonly days: number;
  readonly byCount: readonly AlarmTop[];
  readonly byMinutes: readonly AlarmTop[];
  readonly devices: readonly { number: string; name: string; count: number; perHour: number }[];
  readonly standing: readonly StandingAlarm[];
  readonly chattering: readonly (AlarmTop & { readonly device: string; readonly most: number })[];
}

export interface AlarmTop {
  readonly encoding: string;
  readonly contentZh: string | null;
  readonly contentEn: string | null;
  readonly count: number;
  readonly minutes: number;
}

/** An alarm that has stood for more than a day. */
export interface StandingAlarm {
  readonly encoding: string;
  readonly contentZh: string | null;
  readonly contentEn: string | null;
  readonly device: string;
  readonly startTime: string;
  readonly hours: number;
}

/** Days that the analysis may look back over. */
export const analysisDays = [7, 30, 90] as const;

function placeProblems(zh: string, en: string): Problem[] {
  const [ours, theirs] = [placesOf(zh), placesOf(en)];
  if (ours === theirs) return [];
  const refusal = alarmConfigRefusals['alarm.edit.placeholders'];
  return [problem('contentEn', CONTENT_EN, refusal, { zh: ours || '—', en: theirs || '—' })];
}

/** `{1} {2}` of a sentence, in an order that does not depend on the language. */
function placesOf(sentence: string): string {
  return (sentence.match(/\{\w+\}/g) ?? []).sort().join(' ');
}

function pairProblems(count: unknown, minutes: unknown): Problem[] {
  const isFilled = (value: unknown) => value !== null && value !== undefined;
  if (isFilled(count) === isFilled(minutes)) return [];
  const [field, label] = isFilled(count)
    ? (['chatterMinutes', MINUTES] as const)
    : (['chatterCount', COUNT] as const);
  return [problem(field, label, alarmConfigRefusals['alarm.edit.chatter'])];
}

const CONTENT_EN = { zh: '英文内容', en: 'English content' };
const MINUTES = { zh: '抖动分钟数', en: 'Chatter minutes' };
const COUNT = { zh: '抖动次数', en: 'Chatter count' };

import { equipment } from '../base/equipment.ts';
import { type Entity, defineEntity } from '../kernel/entity.ts';
import { defineRefusals } from '../kernel/errors.ts';
import type { AnyField } from '../kernel/field.ts';
import { choice } from '../kinds/choice.ts';
import { shown } from '../kinds/shown.ts';
import { text } from '../kinds/text.ts';
import type { KeyFigures, OutputSums } from './time-model.ts';

/** People say what a machine cannot tell of itself. */
const setStatus = {
  label: { zh: '设置状态', en: 'Set status' },
  icon: 'control',
  fields: {
    status: choice(
      '状态',
      'State',
      {
        maintain: { zh: '保养', en: 'Maintenance' },
        setup: { zh: '调试', en: 'Set-up' },
      },
      {
        required: true,
        help: {
          zh: '设备下一次上报状态时自动结束',
          en: 'Ends by itself when the machine reports again',
        },
      },
    ),
    note: text('说明', 'Note', { max: 60 }),
  },
} as const;

/** Robots as they are now. */
export const robot = liveEquipment('equipment/robot', { zh: '机器人', en: 'Robot' });

/** Machine tools as they are now. */
export const machineTool = liveEquipment('equipment/machineTool', {
  zh: '机床',
  en: 'Machine tool',
});

/** Kind of machine (dictionary `equipment_kind`) of a live page. */
export const kindOfPage: Readonly<Record<string, string>> = {
  'equipment/robot': 'robot',
  'equipment/machineTool': 'machineTool',
};

/** A page over the rows of one kind of the equipment list: nothing of them is written here but the state by hand. */
function liveEquipment<const N extends `equipment/${string}`>(
  name: N,
  label: { zh: string; en: string },
) {
  const { documents, image, ...fields } = equipment.fields;
  const entity = defineEntity({
    name,
    label,
    scope: 'site',
    title: 'nickname',
    code: 'number',
    sort: { by: 'number', order: 'asc' },
    removal: 'never',
    fields: {
      ...columnsOf(fields),
      image: { ...image, computed: true },
      documents: { ...documents, computed: true },
      // Action rate, output and coverage are added up from the shift of each machine: no statement can sort by them.
      actionRate: shown('稼动率', 'Action rate', { list: true, unit: { zh: '%', en: '%' } }),
      output: shown('本班产量', 'Output of the shift', { list: true }),
      coverage: shown('数据覆盖率', 'Data coverage', { list: true, unit: { zh: '%', en: '%' } }),
      program: shown('程序', 'Program', { list: true, sort: true }),
      sinceTime: shown('状态开始', 'Since', { list: true, sort: true, instant: true }),
    },
    actions: { setStatus },
  });
  return { ...entity, table: equipment.table } as Entity<N> & typeof entity;
}

/** Every field of the equipment list is a column here, sortable and exported, and none is written. */
function columnsOf<F extends Readonly<Record<string, AnyField>>>(fields: F): F {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...field, computed: true, list: true, sort: true, section: undefined },
    ]),
  ) as unknown as F;
}

export const liveRefusals = defineRefusals({
  'equipment.setStatus.disabled': [
    409,
    '设备「{c}」已停用，不能设置状态',
    'Machine "{c}" is disabled; its state cannot be set',
  ],
});

/** What a card shows of a machine beside its row. */
export interface LiveFacts {
  readonly status: string | null;
  readonly rawStatus: string | null;
  readonly program: string | null;
  readonly source: string | null;
  readonly sinceTime: string | null;
  readonly heardTime: string | null;
  readonly lineCode: string | null;
  readonly lineName: string | null;
  readonly lineSequence: number | null;
  readonly stationName: string | null;
  readonly sequence: number | null;
  readonly orderCode: string | null;
  readonly productName: string | null;
  readonly alarms: readonly StandingNow[];
  /** Of the shift that runs now; null outside of all shifts. */
  readonly shift: LiveShift | null;
}

export interface StandingNow {
  readonly encoding: string;
  readonly contentZh: string | null;
  readonly contentEn: string | null;
  readonly startTime: string;
}

export interface LiveShift {
  readonly shiftDate: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly figures: KeyFigures;
  /** Null: nothing was counted. */
  readonly output: OutputSums | null;
  /** States of the shift so far, `[status, from, to]` with seconds since its beginning. */
  readonly band: readonly (readonly [status: string | null, from: number, to: number])[];
}

/** `GET …/:id/states`: the Gantt of a span and what it adds up to. */
export interface StateHistory {
  readonly from: string;
  readonly to: string;
  readonly shifts: readonly { from: string; to: string; name: string; shiftDate: string }[];
  readonly breaks: readonly { from: string; to: string }[];
  readonly intervals: readonly {
    status: string | null;
    rawStatus: string | null;
    program: string | null;
    from: string;
    to: string;
    source: string;
  }[];
  /** Seconds per state; `noData` for what no state covers. */
  readonly seconds: Readonly<Record<string, number>>;
  readonly overlays: StateOverlays;
}

/** What is drawn over the states; `to` null while it lasts. */
export interface StateOverlays {
  readonly alarms: readonly {
    encoding: string;
    contentZh: string | null;
    contentEn: string | null;
    from: string;
    to: string | null;
  }[];
  readonly stops: readonly {
    category: string;
    nameZh: string | null;
    nameEn: string | null;
    from: string;
    to: string | null;
  }[];
  /** Orders that began on the machine's line. */
  readonly orders: readonly { orderCode: string; productName: string; at: string }[];
}

/** `GET …/:id/maintenance`: stretches in maintenance within 90 days, the latest first. */
export interface MaintenanceHistory {
  readonly spans: readonly {
    note: string | null;
    source: string;
    from: string;
    to: string | null;
    seconds: number;
  }[];
}

/** `GET …/:id/action-rate`: hours of the shift, 30 days, and the sum of them. */
export interface ActionRateHistory {
  readonly standard: number;
  readonly hours: readonly { hour: string; actionRate: number | null; coverage: number | null }[];
  readonly days: readonly { day: string; actionRate: number | null; coverage: number | null }[];
  readonly shift: KeyFigures;
  readonly month: KeyFigures;
}

/** `GET …/:id/outputs`: hours of the last shift, shifts of seven days, products of its production date. */
export interface OutputHistory {
  /** Seconds that a piece should take on this machine; null: it has no beat of its own. */
  readonly standardBeat: number | null;
  readonly hours: readonly OutputHour[];
  readonly shifts: readonly (OutputCount & {
    readonly shiftDate: string;
    /** Null: outside of all shifts. */
    readonly name: string | null;
    /** Standard time of the pieces by the run time. */
    readonly performance: number | null;
  })[];
  readonly products: readonly (OutputCount & { readonly productName: string | null })[];
}

/** Pieces of an hour; null: nothing was counted. `standard` pieces should come out of its working time. */
export interface OutputHour {
  readonly hour: string;
  readonly good: number | null;
  readonly ng: number | null;
  readonly standard: number | null;
}

export interface OutputCount {
  readonly good: number;
  readonly ng: number;
}

/** What a line made in the shift that runs, against its standard beat. */
export interface LineOutput extends OutputCount {
  readonly code: string;
  readonly name: string;
  readonly orderName: string | null;
  /** Null: no shift runs. */
  readonly shiftName: string | null;
  /** A line without a discharge station has no output. */
  readonly hasDischarge: boolean;
  readonly isCounted: boolean;
  readonly standardBeat: number | null;
  /** Pieces by the standard beat until now, and of the whole shift. */
  readonly standard: number | null;
  readonly standardOfShift: number | null;
  readonly hours: readonly OutputHour[];
}

/** How a line stands, and what last stopped one of its machines. */
export interface LineStanding {
  /** Of the machine that sets the pace; where it never tells, the state of most machines. */
  readonly status: string | null;
  /** Null: nothing stands, and nothing stopped in the shift that runs. */
  readonly event: LineEvent | null;
}

export interface LineEvent {
  readonly kind: 'stop' | 'alarm';
  /** Null: the machine that sets the pace. */
  readonly machine: string | null;
  readonly startTime: string;
  readonly isOver: boolean;
  /** Working time of a stop; time since the start of an alarm. */
  readonly seconds: number;
  /** The reason that was told, without one the words of the alarm; null: nobody knows. */
  readonly textZh: string | null;
  readonly textEn: string | null;
}

/** `GET …/:id/alarms`. */
export interface AlarmHistory {
  readonly active: readonly AlarmRow[];
  readonly history: readonly AlarmRow[];
  readonly pareto: readonly (Omit<AlarmRow, 'startTime' | 'endTime' | 'seconds'> & {
    readonly count: number;
    readonly minutes: number;
  })[];
}

export interface AlarmRow {
  readonly encoding: string;
  readonly level: string | null;
  readonly contentZh: string | null;
  readonly contentEn: string | null;
  readonly adviceZh: string | null;
  readonly adviceEn: string | null;
  readonly startTime: string;
  readonly endTime: string | null;
  readonly seconds: number;
}

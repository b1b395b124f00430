import { z } from 'zod';
import type { Text } from '../kernel/text.ts';
import { amount, bit, figures, instant, name, piece, station, word } from './message-value.ts';
import {
  balanceData,
  flawData,
  forgingData,
  heatTreatmentData,
  sawData,
  toolLifeData,
  toolOffsetData,
} from './record-data.ts';

/** One message of a machine, as every protocol hands it in. */
export interface DeviceMessage {
  readonly queueName?: string;
  /** Unique for good within its client. */
  readonly messageId: string;
  readonly clientId: string;
  readonly orderCode?: string | null;
  readonly deviceType?: string | null;
  readonly deviceNumber: string;
  readonly lineNumber?: string | null;
  /** When the machine said it, ISO 8601 with a zone. */
  readonly sendTime: string;
  /**
   * Said after a message of this time although its own clock tells an earlier one: the machine's clock went back.
   * Without it an earlier `sendTime` means that the message comes late, and it is put in its place.
   */
  readonly after?: string | null;
  readonly type: MessageType;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a machine can say. */
export const messageTypes = {
  state: { zh: '状态', en: 'State' },
  alarm: { zh: '报警', en: 'Alarm' },
  count: { zh: '计数', en: 'Count' },
  pass: { zh: '过站', en: 'Pass' },
  measure: { zh: '测量', en: 'Measurement' },
  flaw: { zh: '探伤', en: 'Flaw detection' },
  balance: { zh: '动平衡', en: 'Balance' },
  saw: { zh: '锯切', en: 'Sawing' },
  forging: { zh: '锻造', en: 'Forging' },
  heatTreatment: { zh: '热处理', en: 'Heat treatment' },
  toolLife: { zh: '刀具寿命', en: 'Tool life' },
  toolOffset: { zh: '刀具补偿', en: 'Tool offset' },
  heartbeat: { zh: '心跳', en: 'Heartbeat' },
} as const satisfies Record<string, Text>;

export type MessageType = keyof typeof messageTypes;

/** Answer to a batch: each message for itself. */
export interface BatchAnswer {
  accepted: string[];
  duplicate: string[];
  rejected: { messageId: string; reason: string }[];
}

/** Most messages of one batch. */
export const BATCH_LIMIT = 500;

/** What surrounds every message; `data` is judged by its type. */
export const messageSchema = z.object({
  queueName: name(60),
  messageId: word.min(1).max(64),
  clientId: word.max(64),
  orderCode: name(40),
  deviceType: name(40),
  deviceNumber: word.max(40),
  lineNumber: name(40),
  sendTime: instant,
  after: instant.nullish(),
  type: z.enum(Object.keys(messageTypes) as [MessageType, ...MessageType[]]),
  data: figures,
});

/** States that a machine can report; `noData` says that it knows nothing of itself. */
export const reportedStates = [
  'run',
  'idle',
  'setup',
  'alarm',
  'estop',
  'maintain',
  'offline',
  'noData',
] as const;

/** Fields that are left out keep their last value. */
export const stateData = z
  .object({
    status: z.enum(reportedStates).optional(),
    rawStatus: word.max(60).nullish(),
    mode: z.enum(['auto', 'manual', 'mdi', 'edit', 'jog', 'teach', 'single']).nullish(),
    program: word.max(120).nullish(),
    alarm: bit.optional(),
    connection: bit.optional(),
    device: bit.optional(),
    emergencyStop: bit.optional(),
  })
  .refine((data) => Object.values(data).some((value) => value !== undefined), 'empty');

/** An alarm comes or goes. Without an encoding, `active: 0` ends all of the group (or of the device). */
export const alarmData = z
  .object({
    encoding: word.max(40).nullish(),
    active: bit,
    text: word.max(300).nullish(),
    level: z.union([word.max(4), z.number()]).nullish(),
    group: word.max(60).nullish(),
  })
  .refine((data) => data.active === 0 || Boolean(data.encoding), {
    path: ['encoding'],
    message: 'empty',
  });

/** A counter that goes on, or pieces since the message before. */
export const countData = z
  .object({
    stationNumber: station,
    good: amount.nullish(),
    ng: amount.nullish(),
    counter: amount.nullish(),
  })
  .refine(
    ({ good, ng, counter }) => [good, ng, counter].some((n) => typeof n === 'number'),
    'empty',
  );

/** What each type must hold; pages that use more of it judge the rest when they take it. */
export const dataSchemas: Readonly<Record<MessageType, z.ZodType>> = {
  state: stateData,
  alarm: alarmData,
  count: countData,
  pass: z.looseObject({
    stationNumber: station,
    workpieceNo: piece,
    result: z.enum(['OK', 'NG']),
    startTime: instant.nullish(),
    endTime: instant.nullish(),
    program: name(120),
    tools: z.array(z.unknown()).max(200).nullish(),
    params: figures.nullish(),
  }),
  measure: z.looseObject({
    stationNumber: station,
    workpieceNo: piece,
    items: z
      .array(
        z.looseObject({
          itemCode: word.min(1).max(40),
          value: z.union([z.number(), z.string().max(60)]),
        }),
      )
      .min(1)
      .max(500),
  }),
  flaw: flawData,
  balance: balanceData,
  saw: sawData,
  forging: forgingData,
  heatTreatment: heatTreatmentData,
  toolLife: toolLifeData,
  toolOffset: toolOffsetData,
  heartbeat: figures,
};

export type StateData = z.infer<typeof stateData>;
export type CountData = z.infer<typeof countData>;
export type AlarmData = z.infer<typeof alarmData>;

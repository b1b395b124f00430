/** What a log is filled with for measuring. */
export interface LoadedLog {
  /** As it is asked for: `--log operate`. */
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** Values of row `n` after its site and time; null for none. */
  readonly valuesOf: (n: number) => readonly (string | number | null)[];
}

/** The logs that `npm run seed:load` can fill. */
export const loadedLogs: readonly LoadedLog[] = [
  {
    name: 'operate',
    table: 'log_operate',
    columns: [
      'module',
      'business_type',
      'status',
      'request_method',
      'url',
      'cost_time',
      'operator',
      'depart_name',
      'host',
      'location',
      'request_id',
      'entity',
      'entity_id',
    ],
    valuesOf: (n) => [
      turn(['生产订单', '产品', '产线', '工位'], n),
      1 + (n % 3),
      n % 49 === 0 ? '1' : '0',
      'POST',
      '/api/production/orders',
      n % 40,
      `用户${n % 60} user${n % 60}`,
      'LOAD',
      `10.0.0.${n % 200}`,
      'intranet',
      `r${n}`,
      'production/order',
      n % 1000,
    ],
  },
  {
    name: 'communication',
    table: 'log_communication',
    columns: [
      'queue_name',
      'message',
      'message_id',
      'client_id',
      'device_type',
      'device_number',
      'line_number',
      'direction',
      'result',
      'size',
      'send_time',
    ],
    valuesOf: (n) => [
      turn(['device.state', 'device.pass', 'device.count'], n),
      '{"type":"state","data":{"status":"run"}}',
      `load-${n}`,
      `gw-${n % 4}`,
      'robot',
      `LD-${n % 92}`,
      `L0${n % 6}`,
      'up',
      n % 250 === 0 ? 'rejected' : 'accepted',
      45,
      null,
    ],
  },
];

function turn(words: readonly string[], n: number): string {
  return words[n % words.length] ?? '';
}

const DAY_MS = 86_400_000;

/** Rows are spread evenly over so many days. */
export const LOAD_DAYS = 60;

export interface Part {
  readonly log: LoadedLog;
  readonly siteIds: readonly string[];
  /** Moment of the newest row, milliseconds. */
  readonly end: number;
  readonly first: number;
  readonly count: number;
  readonly total: number;
}

/** The rows of a part in the text form of COPY, some hundred at a time: oldest first, the sites in turn. */
export function* copyLines(part: Part): Generator<string> {
  const { log, siteIds, end, first, count, total } = part;
  let lines = '';
  for (let n = first; n < first + count; n += 1) {
    const at = new Date(end - (1 - n / total) * LOAD_DAYS * DAY_MS).toISOString();
    const values = log.valuesOf(Math.floor(n / siteIds.length)).map((value) => value ?? '\\N');
    lines += `${siteIds[n % siteIds.length]}\t${at}\t${values.join('\t')}\n`;
    if (lines.length < BATCH) continue;
    yield lines;
    lines = '';
  }
  if (lines) yield lines;
}

const BATCH = 65_536;

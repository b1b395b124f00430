import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { SaidAlarm } from '../alarm/alarm-notices.ts';
import { explainAlarms, type ExplainedAlarm } from '../alarm/explain.ts';
import { orderRow } from '../production/order-at-line.ts';
import { type AlarmSpan, compareWords, takeWord } from './alarm-book.ts';
import { type Books, openBooks, type WordsOf, writeMarks, writeSpans } from './alarm-rows.ts';
import { keepWords, latestOrders } from './alarm-words.ts';
import { type LoggedAlarm, logAlarms } from './device-logs.ts';
import { lateBooks } from './late-alarms.ts';
import type { TakenDevice } from './taken-device.ts';

/**
 * Takes words of locked machines about their alarms in: opens and closes `alarm_event` rows and writes the alarm log,
 * in which repeats within 60 s are folded, with the words of the alarm configuration. A word that comes late is put in
 * its place among those before it. Gives the alarms that came and those that went, in their order.
 */
export async function takeAlarms(trx: Trx, siteId: string, words: WordsOf): Promise<SaidAlarm[]> {
  if (words.size === 0) return [];
  const books = await takeWords(trx, siteId, sorted(words));
  const said = saidBy(books);
  const configs = await explainSaid(trx, siteId, said);
  await writeEntries(trx, siteId, books, configs);
  await writeSpans(trx, siteId, books);
  await writeMarks(trx, siteId, books);
  // Of an alarm that another has followed already nobody needs to be told.
  const told = said.filter(({ device, span }) => !books.get(device)?.past.has(span));
  return told.map(toldOf(configs));
}

function sorted(wordsOf: WordsOf): WordsOf {
  return new Map([...wordsOf].map(([device, words]) => [device, words.toSorted(compareWords)]));
}

/** Books after words, which are kept. A machine whose words all come after those before needs the latest alarms alone. */
async function takeWords(trx: Trx, siteId: string, wordsOf: WordsOf): Promise<Books> {
  const [books, latest] = await Promise.all([openBooks(trx, wordsOf), latestOrders(trx, wordsOf)]);
  await keepWords(trx, siteId, wordsOf);
  const late: WordsOf = new Map(
    [...wordsOf].filter(([{ equipmentId }, [first]]) => {
      const last = latest.get(equipmentId);
      return first !== undefined && last !== undefined && first.order <= last;
    }),
  );
  for (const [device, book] of books)
    if (!late.has(device)) for (const word of wordsOf.get(device) ?? []) takeWord(book, word);
  return new Map([...books, ...(await lateBooks(trx, siteId, late))]);
}

/** An alarm that came, or one that stood before and went. */
interface Said {
  readonly device: TakenDevice;
  readonly span: AlarmSpan;
  readonly isNew: boolean;
  readonly folded: boolean;
}

/** Those that stood before go first. */
function saidBy(books: Books): Said[] {
  return [...books].flatMap(([device, book]) => [
    ...book.known
      .filter(({ span, end }) => span.end !== null && end === null)
      .map(({ span }) => ({ device, span, isNew: false, folded: true })),
    ...book.spans.map((span) => ({ device, span, isNew: true, folded: span.entry.id !== null })),
  ]);
}

type Configs = ReadonlyMap<AlarmSpan, ExplainedAlarm | null>;

async function explainSaid(trx: Trx, siteId: string, said: readonly Said[]): Promise<Configs> {
  const found = await explainAlarms(
    trx,
    said.map(({ device: { equipmentKind, controlType }, span: { encoding } }) => ({
      siteId,
      equipmentKind,
      controlType,
      encoding,
    })),
  );
  return new Map(said.map(({ span }, place) => [span, found[place] ?? null]));
}

function toldOf(configs: Configs) {
  return ({ device: { equipmentId, number }, span, isNew, folded }: Said): SaidAlarm => ({
    equipmentId,
    number,
    encoding: span.encoding,
    log: {
      id: span.entry.id,
      at: new Date(span.entry.start).toISOString(),
      folded,
    },
    start: isNew ? span.start : null,
    end: span.end,
    config: configs.get(span) ?? null,
  });
}

async function writeEntries(
  trx: Trx,
  siteId: string,
  books: Books,
  configs: Configs,
): Promise<void> {
  const entries = [...books].flatMap(([device, book]) => {
    const spans = [
      ...[...book.marks.values()].flatMap(({ span }) => span ?? []),
      ...book.known.map(({ span }) => span),
      ...book.spans,
    ];
    const touched = new Map(spans.map((span) => [span.entry, span]));
    for (const { span, entry } of book.gone) if (entry) touched.set(entry, span);
    return [...touched].map(([entry, span]): LoggedAlarm => ({
      device,
      entry,
      span,
      config: configs.get(span) ?? null,
      orderCode: span.orderCode,
    }));
  });
  await logAlarms(trx, siteId, await withOrders(trx, siteId, entries));
}

/** New entries for which no order was told name the one at the machine's line when they began, as its stops do. */
async function withOrders(
  trx: Trx,
  siteId: string,
  entries: readonly LoggedAlarm[],
): Promise<readonly LoggedAlarm[]> {
  const untold = entries.filter(
    ({ device, entry, orderCode }) =>
      entry.id === null && orderCode === null && device.lineId !== null,
  );
  if (untold.length === 0) return entries;
  const asked = untold.map(({ device, entry }, place) => ({
    place,
    line: device.lineId,
    at: new Date(entry.start).toISOString(),
  }));
  const { rows } = await sql<{ place: number; orderCode: string | null }>`
    select n.place, o.order_code as "orderCode"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) n(place integer, line bigint, at timestamptz)
    cross join lateral ${orderRow(sql`${siteId}`, sql`n.line`, sql`n.at`)} o`.execute(trx);
  const orders = new Map(rows.map(({ place, orderCode }) => [untold[place], orderCode]));
  return entries.map((alarm) => ({ ...alarm, orderCode: orders.get(alarm) ?? alarm.orderCode }));
}

import { createHash } from 'node:crypto';
import { allows } from '@millwright/contract/kernel/permission';
import { type Locale, say, type TextArgs } from '@millwright/contract/kernel/text';
import { type NoticeKey, notices } from '@millwright/contract/system/notice';
import { inBellOrder, type ModelType, type Tip } from '@millwright/contract/system/tip';
import { sql } from 'kysely';
import type { Session } from '../../kernel/context.ts';
import type { Services } from '../../kernel/services.ts';
import { unwantedByAll, WANTS } from './notice-settings.ts';

/** Whose list: our own, or what the MOM service reported. */
export type Source = 'own' | 'mom';

/** What a caller's bell shows; `tag` changes whenever the list does. */
export interface Tips {
  readonly list: readonly Tip[];
  readonly tag: string;
}

/** Open notices in memory: a poll costs no query. */
export interface TipBook {
  tipsFor(session: Session, source: Source): Promise<Tips>;
}

/**
 * Holds the open notices of each site, read anew after an announcement of that site; the lists of callers with equal
 * rights and language are made once. `ALL` holds all sites, `PERSONAL` what is told to single persons wherever they work.
 */
export function openTipBook(services: Services | null): TipBook {
  const held = new Map<string, Promise<Snapshot>>();
  let unwanted: Promise<Unwanted> | null = null;
  const forget = (siteId: string) => {
    if (siteId === '' || siteId === WANTS) unwanted = null;
    if (siteId === '') held.clear();
    else for (const key of [siteId, ALL, PERSONAL]) held.delete(key);
  };
  // Without services routes are described, not called.
  services?.announcements.hear('notice', forget);
  const snapshot = async (key: string): Promise<Snapshot> => {
    const known = await held.get(key);
    if (known && known.freshUntil > Date.now()) return known;
    const reading = readSnapshot(services as Services, key);
    held.set(key, reading);
    reading.catch(() => held.delete(key));
    return reading;
  };
  const wants = (): Promise<Unwanted> => {
    const known = unwanted ?? (services as Services).asSystem(unwantedByAll, { readOnly: true });
    unwanted = known;
    known.catch(() => (unwanted = null));
    return known;
  };
  return {
    async tipsFor(session, source) {
      const [site, personal, refused] = await Promise.all([
        snapshot(session.siteId ?? (session.identity === 1 ? ALL : session.homeSiteId)),
        snapshot(PERSONAL),
        wants(),
      ]);
      const kinds = refused.get(session.userId) ?? NOTHING;
      return listFor({ session, source, unwanted: kinds }, site, personal);
    },
  };
}

type Unwanted = ReadonlyMap<string, ReadonlySet<string>>;

const NOTHING: ReadonlySet<string> = new Set();
const ALL = '*';
const PERSONAL = 'personal';
/** So many a caller gets; the badge stops counting at ten. */
const LIST_LIMIT = 100;
const HELD_LIMIT = 1_000;

interface OpenRow {
  readonly id: string;
  readonly userId: string | null;
  readonly tag: string | null;
  readonly source: Source;
  readonly modelType: ModelType;
  readonly kind: string;
  readonly params: TextArgs;
  readonly link: string | null;
  readonly count: number;
  readonly dataTime: string;
  readonly expiresAt: string | null;
}

interface Snapshot {
  readonly rows: readonly OpenRow[];
  readonly tags: readonly string[];
  readonly mark: string;
  readonly freshUntil: number;
  readonly byUser: ReadonlyMap<string, readonly OpenRow[]>;
  /** Lists that were asked for, by source, language and rights. */
  readonly lists: Map<string, Tips>;
}

async function readSnapshot(services: Services, key: string): Promise<Snapshot> {
  const narrow =
    key === PERSONAL
      ? sql`and user_id is not null`
      : key === ALL
        ? sql`and user_id is null`
        : sql`and user_id is null and site_id = ${key}`;
  const { rows } = await services.asSystem(
    (trx) =>
      sql<OpenRow>`select id, user_id as "userId", tag, source, model_type as "modelType", kind, params, link, count,
        data_time as "dataTime", expires_at as "expiresAt"
      from notification where resolved_at is null and (expires_at is null or expires_at > now()) ${narrow}
      order by data_time desc, id desc ${key === PERSONAL ? sql`` : sql`limit ${HELD_LIMIT}`}`.execute(
        trx,
      ),
    { readOnly: true },
  );
  const ends = rows.flatMap(({ expiresAt }) => (expiresAt ? [Date.parse(expiresAt)] : []));
  return {
    rows,
    tags: [...new Set(rows.flatMap(({ tag }) => tag ?? []))].sort(),
    mark: markOf(rows),
    freshUntil: Math.min(Number.POSITIVE_INFINITY, ...ends),
    byUser: Map.groupBy(
      rows.filter(({ userId }) => userId !== null),
      ({ userId }) => userId ?? '',
    ),
    lists: new Map(),
  };
}

interface Asked {
  readonly session: Session;
  readonly source: Source;
  /** Kinds of events that the caller does not want. */
  readonly unwanted: ReadonlySet<string>;
}

function listFor(asked: Asked, site: Snapshot, personal: Snapshot): Tips {
  const { session, source, unwanted } = asked;
  const mine = personal.byUser.get(session.userId) ?? [];
  const rights = site.tags.map((tag) => (allows(session.permissions, tag) ? 1 : 0)).join('');
  const key = `${source} ${session.locale} ${rights} ${[...unwanted].sort().join(',')}`;
  const shared = site.lists.get(key) ?? sharedList(asked, site, key);
  const own = mine.filter((row) => row.source === source && !unwanted.has(row.kind));
  if (own.length === 0) return shared;
  const list = [...own.map((row) => tipOf(row, session.locale)), ...shared.list];
  return {
    list: inBellOrder(list).slice(0, LIST_LIMIT),
    tag: `${shared.tag}-${session.userId}-${markOf(own)}`,
  };
}

function sharedList({ session, source, unwanted }: Asked, site: Snapshot, key: string): Tips {
  const list = site.rows
    .filter(({ tag, ...row }) => row.source === source && tag && allows(session.permissions, tag))
    .filter(({ kind }) => !unwanted.has(kind))
    .map((row) => tipOf(row, session.locale));
  const tips = {
    list: inBellOrder(list).slice(0, LIST_LIMIT),
    tag: `${site.mark}-${key.replaceAll(' ', '-')}`,
  };
  site.lists.set(key, tips);
  return tips;
}

function tipOf(row: OpenRow, locale: Locale): Tip {
  const { id, dataTime, modelType, link } = row;
  return { id, message: messageOf(row, locale), dataTime, modelType, link };
}

/** The sentence of a told event; a repeated one says how often: `… ×3`. A kind of a later release shows its key. */
export function messageOf(
  row: { readonly kind: string; readonly params: TextArgs; readonly count: number },
  locale: Locale,
): string {
  const notice = notices[row.kind as NoticeKey];
  const sentence = notice ? say(notice.text, row.params, locale) : row.kind;
  return row.count > 1 ? `${sentence} ×${row.count}` : sentence;
}

function markOf(rows: readonly OpenRow[]): string {
  const hash = createHash('sha256');
  for (const { id, count, dataTime, params, link } of rows)
    hash.update(`${id} ${count} ${dataTime} ${JSON.stringify(params)} ${link}\n`);
  return hash.digest('base64url').slice(0, 16);
}

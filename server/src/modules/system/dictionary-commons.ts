import { refusals } from '@millwright/contract/kernel/errors';
import { sql } from 'kysely';
import { type CallInput, type Route, SENT } from '../../kernel/http/route.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';

interface Item {
  itemText: string;
  itemTextEn: string | null;
  itemValue: string;
  color: string | null;
  isDefault: boolean;
  ext: unknown;
}

/** A disabled one is no longer offered, but old rows go on showing it. */
interface HeldItem extends Item {
  isEnabled: boolean;
}

/**
 * Dictionaries as forms and lists read them: enabled items in order, with `all=true` the disabled ones as well, marked
 * by `isEnabled`; held in memory per version.
 */
export function dictionaryCommonsRoutes(services: Services): Route[] {
  const items = itemBook(services);
  const warn = warnOnce(services);
  const tag = 'commons:dict:query';
  return [
    {
      method: 'GET',
      path: '/api/commons/getDictItem/:type',
      tag,
      transaction: 'none',
      async handle(_context, call) {
        const type = call.params.type ?? '';
        const book = await items();
        warn(book, [type]);
        return notModified(services, call) ?? told(book.get(type), call.query.all === 'true');
      },
    },
    {
      method: 'GET',
      path: '/api/commons/dict/item',
      tag,
      transaction: 'none',
      handle: async (_context, call) => {
        const types = typesOf(call.query.type);
        const book = await items();
        warn(book, types);
        return (
          notModified(services, call) ??
          Object.fromEntries(types.map((type) => [type, told(book.get(type), false)]))
        );
      },
    },
  ];
}

type Book = ReadonlyMap<string, HeldItem[]>;

/** Warns of types that no enabled dictionary has: each once, and of so many that nobody can fill the log with them. */
function warnOnce(
  services: Pick<Services, 'warn'>,
): (book: Book, types: readonly string[]) => void {
  const warned = new Set<string>();
  return (book, types) => {
    for (const type of types) {
      if (book.has(type) || warned.has(type) || warned.size >= MOST_WARNED) continue;
      warned.add(type);
      services.warn(
        'A dictionary was asked for that is unknown or disabled; the answer is empty.',
        { type },
      );
    }
  };
}

const MOST_WARNED = 100;

function told(items: readonly HeldItem[] = [], withDisabled: boolean): Item[] {
  if (withDisabled) return [...items];
  return items.filter((item) => item.isEnabled).map(({ isEnabled: _isEnabled, ...item }) => item);
}

function typesOf(sent: unknown): string[] {
  const types =
    typeof sent === 'string'
      ? sent
          .split(',')
          .map((type) => type.trim())
          .filter(Boolean)
      : [];
  if (types.length === 0 || types.length > 100)
    throw refuse(refusals['call.invalid'], { detail: 'type' });
  return [...new Set(types)].filter((type) => type !== '__proto__');
}

/** `SENT` when the caller has this version already. */
function notModified({ versions }: Services, { request, reply }: CallInput): typeof SENT | null {
  const etag = `"dict-${versions.dictionary}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (request.headers['if-none-match'] !== etag) return null;
  reply.status(304).send();
  return SENT;
}

function itemBook(services: Services): () => Promise<Book> {
  let held: { version: string; book: Promise<Book> } | null = null;
  return () => {
    if (held?.version === services.versions.dictionary) return held.book;
    const book = readItems(services);
    held = { version: services.versions.dictionary, book };
    book.catch(() => (held = null));
    return book;
  };
}

/** Items of the enabled dictionaries by their type; one without items is known as well. */
async function readItems(services: Services): Promise<Book> {
  const { rows } = await services.asSystem(
    (trx) =>
      sql<HeldItem & { type: string; isItem: boolean }>`
    select d.dict_type as type, i.id is not null as "isItem", i.item_text as "itemText", i.item_text_en as "itemTextEn",
      i.item_value as "itemValue", i.color, i.is_default as "isDefault", i.ext, i.status = '1' as "isEnabled"
    from system_dict_type d left join system_dict_item i on i.dict_id = d.id where d.status = '1'
    order by d.dict_type, i.order_num, i.id`.execute(trx),
    { readOnly: true },
  );
  const book = new Map<string, HeldItem[]>();
  for (const { type, isItem, ...item } of rows) {
    const list = book.get(type) ?? [];
    if (isItem) list.push(item);
    book.set(type, list);
  }
  return book;
}

import type { AnyEntity, LogShape } from '@millwright/contract/kernel/entity';
import { APP_ROLE } from '../database/connection.ts';
import { identifier } from '../database/identifier.ts';
import { policySql } from '../database/policy.ts';
import { columnType, snake } from '../store/columns.ts';

/**
 * Filters of a log whose rows an index finds, each with what the index leaves out: words, keys (of rows that have
 * one), and rare values of counted fields.
 */
export function indexedFilters(log: LogShape): [name: string, where: string][] {
  const rare = (log.rare ?? []).map((name): [string, string] => {
    const usual = log.usual?.[name];
    return [name, usual === undefined ? '' : ` where ${identifier(snake(name))} <> '${usual}'`];
  });
  const words = (log.words ?? []).map((name): [string, string] => [name, '']);
  const keys = (log.keys ?? []).map((name): [string, string] => [
    name,
    ` where ${identifier(snake(name))} is not null`,
  ]);
  return [...new Map([...rare, ...keys, ...words])];
}

/**
 * SQL text that counts the rows of a log in the statement that writes them: `<log>_delta` takes what each statement
 * adds, so that no two writers wait for each other; `fold_log_counts()` moves it to `<log>_hour`. Both hold one count
 * per site, hour and combination of the counted fields. Words of the log go to `log_word`.
 */
export function countingSql(entity: AnyEntity, log: LogShape): string {
  const { table } = entity;
  const columns = log.counted.map(snake);
  const kept = [
    'site_id bigint not null',
    'hour timestamptz not null',
    ...typed(entity, log.counted),
    'n bigint not null',
  ];
  const key = ['site_id', 'hour', ...columns.map(identifier)].join(', ');
  return [
    ...['hour', 'delta'].flatMap((part) => [
      `create table ${table}_${part} (\n${kept.map((line) => `  ${line}`).join(',\n')}\n);`,
      policySql(`${table}_${part}`, 'log'),
      `revoke insert on ${table}_${part} from ${APP_ROLE};`,
    ]),
    `create unique index ${table}_hour_key on ${table}_hour (${key}) nulls not distinct;`,
    `create index ${table}_delta_hour on ${table}_delta (site_id, hour);`,
    countFunction(entity, log),
    trigger(table, 'insert', 'added', 'new table as added'),
    ...(log.later ? [changeTriggers(entity, log, log.later)] : []),
    `insert into log_table (name, period, counted) values ('${table}', '${log.partition}', '{${columns.join(',')}}');`,
    wordDaysSql(entity, log),
  ].join('\n');
}

/**
 * SQL text for `<log>_word_day`, in which `count_log_words()` counts the rows of closed days: one row per word (`field` is
 * its column) and per pair of words that rows bear together (`field` is `operator,host`), site, day and combination of
 * those counted fields that never change, with the hours that have any.
 */
export function wordDaysSql(entity: AnyEntity, log: LogShape): string {
  const table = `${entity.table}_word_day`;
  const words = fixedWords(log);
  if (words.length === 0) return '';
  const fixed = fixedOf(log, log.counted);
  const kept = [
    'field text not null',
    'word text not null',
    'day date not null',
    'site_id bigint not null',
    ...typed(entity, fixed),
    'hours smallint[] not null',
    'counts integer[] not null',
    'other text',
  ];
  return [
    `create table ${table} (\n${kept.map((line) => `  ${line}`).join(',\n')}\n);`,
    policySql(table, 'log'),
    `revoke insert on ${table} from ${APP_ROLE};`,
    `create index ${table}_word on ${table} (field, word, day);`,
    `create index ${table}_day on ${table} (day);`,
    `update log_table set words = '{${words.map(snake).join(',')}}', fixed = '{${fixed.map(snake).join(',')}}' where name = '${entity.table}';`,
  ].join('\n');
}

/** Words that stand from the beginning. */
export function fixedWords(log: LogShape): string[] {
  return fixedOf(log, log.words ?? []);
}

function fixedOf({ later = [] }: LogShape, names: readonly string[]): string[] {
  return names.filter((name) => !later.includes(name));
}

function typed(entity: AnyEntity, names: readonly string[]): string[] {
  return names.map((name) => {
    const field = entity.fields[name];
    if (!field) throw new Error(`${entity.name} counts ${name}, which is no field of it`);
    return `${identifier(snake(name))} ${columnType(field) ?? 'text'}`;
  });
}

function countFunction({ table }: AnyEntity, log: LogShape): string {
  const dims = log.counted.map((name) => identifier(snake(name)));
  const list = ['site_id', 'hour', ...dims].join(', ');
  return `create function count_${table}_added() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  insert into ${table}_delta (${list}, n)
    select site_id, date_bin('1 hour', at, 'epoch') as hour, ${dims.join(', ')}, count(*) from added group by ${list};
${wordsSql(table, 'added', log.words ?? [])}  return null;
end $$;`;
}

/** Values that come later move a row from one count to another, and may bring words. */
function changeTriggers({ table }: AnyEntity, log: LogShape, later: readonly string[]): string {
  const dims = log.counted.map((name) => identifier(snake(name)));
  const list = ['site_id', 'hour', ...dims].join(', ');
  const words = (log.words ?? []).filter((name) => later.includes(name));
  const moves = log.counted.some((name) => later.includes(name))
    ? `  insert into ${table}_delta (${list}, n)
    select ${list}, sum(n) from (
      select site_id, date_bin('1 hour', at, 'epoch') as hour, ${dims.join(', ')}, 1 as n from was_changed
      union all
      select site_id, date_bin('1 hour', at, 'epoch'), ${dims.join(', ')}, -1 from was
    ) moved group by ${list} having sum(n) <> 0;\n`
    : '';
  return `create function count_${table}_changed() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
${moves}${wordsSql(table, 'was_changed', words)}  return null;
end $$;
${trigger(table, 'update', 'changed', 'old table as was new table as was_changed')}`;
}

function wordsSql(table: string, rows: string, words: readonly string[]): string {
  if (words.length === 0) return '';
  const each = words.map((name) => {
    const column = identifier(snake(name));
    return `select site_id, '${snake(name)}' as field, ${column} as word from ${rows} where ${column} is not null group by site_id, ${column}`;
  });
  return `  insert into log_word (log, site_id, field, word)
    select '${table}', w.site_id, w.field, w.word from (
      ${each.join('\n      union all\n      ')}
    ) w where not exists (select from log_word k where k.log = '${table}' and k.site_id = w.site_id and k.field = w.field and k.word = w.word)
    order by 2, 3, 4 on conflict do nothing;\n`;
}

function trigger(table: string, event: string, name: string, rows: string): string {
  return `create trigger ${table}_${name} after ${event} on ${table} referencing ${rows}
  for each statement execute function count_${table}_${name}();`;
}

import type { DirectSession } from '../database/direct.ts';

/** A table with rows of its own; of a partitioned one the whole. Names are bare: which ones PostgreSQL would quote differs by version. */
export interface TableFacts {
  readonly name: string;
  readonly columns: string;
  /** What to order by, so that the same rows give the same bytes whatever the language of the database. */
  readonly key: string;
}

/** Tables whose rows a backup holds: all but unlogged ones and the list of migrations. */
export function tablesOf(session: DirectSession): Promise<TableFacts[]> {
  return session.query<TableFacts>(`
    select c.relname as name,
      (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select string_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end,
          ', ' order by k.place) from pg_index i
        cross join lateral unnest(i.indkey::int2[]) with ordinality k(attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary), 't::text collate "C"') as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relpersistence = 'p' and c.relname <> 'schema_migration'
    order by c.relname`);
}

/** One partition of a partitioned table. */
export interface PartitionFacts {
  readonly name: string;
  readonly parent: string;
  readonly bound: string;
}

/** The partitions there are. */
export function partitionsOf(session: DirectSession): Promise<PartitionFacts[]> {
  return session.query<PartitionFacts>(`
    select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
    where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r'
    order by c.relname`);
}

/** Where a sequence stands; null when nothing was taken from it. */
export interface SequenceFacts {
  readonly name: string;
  readonly value: string | null;
}

/** The sequences there are. */
export function sequencesOf(session: DirectSession): Promise<SequenceFacts[]> {
  return session.query<SequenceFacts>(`
    select sequencename as name, last_value::text as value
    from pg_sequences where schemaname = 'public' order by sequencename`);
}

/** A foreign key, to be taken away while rows come in any order, and put back. */
export interface ForeignKeyFacts {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** The foreign keys there are; those of partitions follow from their parents. */
export function foreignKeysOf(session: DirectSession): Promise<ForeignKeyFacts[]> {
  return session.query<ForeignKeyFacts>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    order by conname`);
}

/** Tables with triggers of ours, which must not act while rows come back. */
export async function triggeredTables(session: DirectSession): Promise<string[]> {
  const found = await session.query<{ name: string }>(`
    select distinct t.tgrelid::regclass::text as name
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgparentid = 0 and c.relnamespace = 'public'::regnamespace`);
  return found.map(({ name }) => name);
}

/** A migration that the database has. */
export interface MigrationFacts {
  readonly name: string;
  readonly checksum: string;
}

/** The migrations that the database has. */
export function migrationsOf(session: DirectSession): Promise<MigrationFacts[]> {
  return session.query<MigrationFacts>('select name, checksum from schema_migration order by name');
}

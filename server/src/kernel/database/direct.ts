import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import type { Connection } from './connection.ts';

/** One connection of the owner outside any pool and scope: backup, restore, and packing old logs. */
export interface DirectSession {
  query<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Reads what `copy … to stdout` gives. */
  copyOut(text: string): Readable;
  /** Takes what `copy … from stdin` wants; finished when the rows are in. */
  copyIn(text: string): Writable;
  end(): Promise<void>;
}

/** Connects as the owner; statements take as long as they need, and rows hidden by a policy are an error. */
export async function openDirect(connection: Connection): Promise<DirectSession> {
  const client = new pg.Client({ ...connection, application_name: 'millwright backup' });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(
    `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
     set row_security = off; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
     set client_encoding = 'UTF8'; set search_path = public`,
  );
  return {
    query: async <R extends object>(text: string, values?: readonly unknown[]) =>
      (await client.query<R>(text, values ? [...values] : undefined)).rows,
    copyOut: (text) => client.query(to(text)),
    copyIn: (text) => client.query(from(text)),
    end: () => client.end(),
  };
}

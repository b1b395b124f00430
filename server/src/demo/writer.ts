import { checkDraft } from '@millwright/contract/kernel/check';
import type { AnyEntity, Draft } from '@millwright/contract/kernel/entity';
import type { Problem } from '@millwright/contract/kernel/errors';
import type { Context, Session } from '../kernel/context.ts';
import type { Trx } from '../kernel/database/transaction.ts';
import { dictionaryProblems } from '../kernel/store/dictionary-values.ts';
import { referenceProblems } from '../kernel/store/references.ts';
import { createStore } from '../kernel/store/store.ts';
import { insertRows } from '../kernel/store/write.ts';

/** One row of the demo: what a person would have typed, and what the server sets beside. */
export interface DemoRow<E extends AnyEntity> {
  readonly siteId: string | null;
  readonly draft: Draft<E>;
  readonly owned?: Readonly<Record<string, unknown>>;
}

/** Writes rows as any client's: judged by the declaration, the dictionaries and the references, then stored. */
export interface DemoWriter {
  readonly context: Context;
  /** Ids in the order of the rows. Throws a sentence with all problems: a demo that breaks a rule is a defect. */
  write<E extends AnyEntity>(entity: E, rows: readonly DemoRow<E>[]): Promise<string[]>;
  /** Rows that no client sends, such as those of logs: stored as they are. */
  append(
    entity: AnyEntity,
    rows: readonly { siteId: string | null; values: Readonly<Record<string, unknown>> }[],
  ): Promise<void>;
}

/** A writer inside a transaction over all sites; rows name `author` as their creator. */
export function writerIn(trx: Trx, author: string): DemoWriter {
  const context = systemContext(trx, author);
  return {
    context,
    write: (entity, rows) => writeRows(context, entity, rows),
    async append(entity, rows) {
      for (let from = 0; from < rows.length; from += CHUNK) {
        await insertRows(context, entity, rows.slice(from, from + CHUNK));
      }
    },
  };
}

const CHUNK = 2_000;

async function writeRows<E extends AnyEntity>(
  context: Context,
  entity: E,
  rows: readonly DemoRow<E>[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const judged = rows.map(({ siteId, draft, owned }) => {
    const { draft: values, problems } = checkDraft(entity, draft, 'create');
    if (!values) throw new Error(sentenceOf(entity, draft, problems));
    return { siteId, values: { ...values, ...owned } };
  });
  const [wrongItems, wrongReferences] = await Promise.all([
    Promise.all(judged.map(({ values }) => dictionaryProblems(context, entity, values))),
    referenceProblems(context, entity, judged),
  ]);
  rows.forEach(({ draft }, index) => {
    const problems = [...(wrongItems[index] ?? []), ...(wrongReferences[index] ?? [])];
    if (problems.length > 0) throw new Error(sentenceOf(entity, draft, problems));
  });
  return insertRows(context, entity, judged);
}

function sentenceOf(entity: AnyEntity, draft: object, problems: readonly Problem[]): string {
  const { [entity.code]: code } = draft as Record<string, unknown>;
  const told = problems.map(({ field, key, args }) => `${field}: ${key} ${JSON.stringify(args)}`);
  return `The demo's ${entity.name} ${JSON.stringify(code ?? null)} is refused: ${told.join('; ')}`;
}

function systemContext(trx: Trx, author: string): Context {
  const session: Session = {
    sessionId: null,
    userId: author,
    username: 'system',
    realName: '系统',
    identity: 1,
    siteId: null,
    homeSiteId: '',
    customer: null,
    permissions: new Set(['*:*:*']),
    dataScope: '1',
    locale: 'zh_CN',
    timeZone: 'Asia/Shanghai',
    requestId: 'demo',
    host: '',
  };
  const context: Context = {
    session,
    sql: trx,
    store: (entity) => createStore(context, entity),
    afterCommit: () => undefined,
    record: () => undefined,
  };
  return context;
}

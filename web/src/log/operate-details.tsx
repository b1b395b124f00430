import { textOf } from '@millwright/contract/kernel/text';
import type { Text } from '@millwright/contract/kernel/text';
import { entities } from '@millwright/contract/registry';
import { operateLog } from '@millwright/contract/log/operate';
import { Link } from 'react-router';
import { CopyButton } from '../controls/copy-button.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { Fact, factLabel } from '../entity/row-details.tsx';
import { say, t } from '../kernel/language.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { logText as text } from '../locales/logs.ts';
import type { Cells } from '../entity/list-columns.ts';
import { moduleWord, siteCell, urlWord } from './log-words.tsx';
import { LogBlock as Block } from './log-block.tsx';
import { prettyJson } from './pretty-json.ts';

/** One logged operation: who, what, from where, what changed, and what was sent and answered. */
export function OperateDetails({ row }: { row: EntityRow }) {
  return (
    <div className="row-details log-details">
      <section>
        <h3>{t(text.overview)}</h3>
        <dl>
          {FACTS.map((name) => (
            <LogFact key={name} name={name} row={row} />
          ))}
        </dl>
      </section>
      <Links row={row} />
      <ChangesTable row={row} />
      <Block title={text.error} value={row['errorMsg']} />
      <Block title={text.param} value={row['param']} />
      <Block title={text.result} value={row['result']} />
    </div>
  );
}

const FACTS = [
  'at',
  'operator',
  'departName',
  'module',
  'businessType',
  'status',
  'requestMethod',
  'costTime',
  'host',
  'location',
  'url',
  'requestId',
  'entity',
  'entityId',
] as const;
const COPIED: ReadonlySet<string> = new Set(['url', 'requestId', 'entityId']);

function LogFact({ name, row }: { name: (typeof FACTS)[number]; row: EntityRow }) {
  const field = operateLog.fields[name];
  const value = row[name];
  if (value === undefined || value === null || value === '') return null;
  const { Cell } = viewOf(field);
  const own = OWN_CELLS[name];
  return (
    <Fact label={factLabel(field, own)} wide={name === 'url'}>
      {own ? own(row) : <Cell field={field} value={value} />}
      {COPIED.has(name) && (
        <CopyButton text={textOf(value)} label={say(text.copyNamed, { name: field.label })} />
      )}
    </Fact>
  );
}

const OWN_CELLS: Cells = {
  entity: (row) => entityName(textOf(row['entity'])),
  module: (row) => moduleWord(row['module']),
  departName: siteCell,
  url: (row) => urlWord(row['url']),
};

/** From one row to all of the same request or object. */
function Links({ row }: { row: EntityRow }) {
  const { requestId, entity, entityId } = row as {
    requestId?: string;
    entity?: string;
    entityId?: string;
  };
  if (!requestId && !entityId) return null;
  return (
    <p className="log-links">
      {requestId && (
        <Link to={`/log/operate?requestId=${encodeURIComponent(requestId)}&at=`}>
          {t(text.sameRequest)}
        </Link>
      )}
      {entity && entityId && (
        <Link
          to={`/log/operate?entity=${encodeURIComponent(entity)}&entityId=${encodeURIComponent(entityId)}&at=`}
        >
          {t(text.sameObject)}
        </Link>
      )}
    </p>
  );
}

interface Change {
  readonly field: string;
  readonly label?: Text;
  readonly before: unknown;
  readonly after: unknown;
}

function ChangesTable({ row }: { row: EntityRow }) {
  const changes = changesOf(row['changes']);
  if (changes.length === 0) return null;
  return (
    <section>
      <h3>{t(text.changes)}</h3>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t(text.field)}</th>
            <th>{t(text.before)}</th>
            <th>{t(text.after)}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={`${change.field} ${prettyJson(change.before)} ${prettyJson(change.after)}`}>
              <th scope="row">{change.label ? t(change.label) : change.field}</th>
              <td>
                <Value row={row} change={change} value={change.before} />
              </td>
              <td>
                <Value row={row} change={change} value={change.after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A value as its entity shows it; the log holds names in the place of ids. */
function Value({ row, change, value }: { row: EntityRow; change: Change; value: unknown }) {
  if (value === null || value === undefined || value === '') return '—';
  const field = entities.find((entity) => entity.name === row['entity'])?.fields[change.field];
  if (!field || (typeof value === 'object' && !Array.isArray(value)))
    return <>{typeof value === 'object' ? prettyJson(value) : textOf(value)}</>;
  const { Cell } = viewOf(field);
  return <Cell field={field} value={value} shown={value as string | string[]} />;
}

function changesOf(logged: unknown): readonly Change[] {
  return (logged as { fields?: readonly Change[] } | null | undefined)?.fields ?? [];
}

function entityName(name: string): string {
  const entity = entities.find((one) => one.name === name);
  return entity ? t(entity.label) : name;
}

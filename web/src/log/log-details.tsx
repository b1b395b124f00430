import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { say, t } from '../kernel/language.tsx';
import { textOf } from '@millwright/contract/kernel/text';
import { CopyButton } from '../controls/copy-button.tsx';
import type { Cells } from '../entity/list-columns.ts';
import type { EntityRow } from '../entity/entity-row.ts';
import { Fact, factLabel } from '../entity/row-details.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { logText as text } from '../locales/logs.ts';
import type { ReactNode } from 'react';
import { LogBlock } from './log-block.tsx';

/** A row of a log: what is filled in, keys with a button that copies them, long texts below. */
export function LogDetails({
  entity,
  row,
  blocks = NONE,
  omit = NONE,
  cells = NO_CELLS,
  children,
}: {
  entity: AnyEntity;
  row: EntityRow;
  /** Fields that stand below as long texts. */
  blocks?: readonly string[];
  omit?: readonly string[];
  /** Facts shown in the page's own way. */
  cells?: Cells;
  children?: ReactNode;
}) {
  const facts = Object.entries(entity.fields).filter(
    ([name]) => !blocks.includes(name) && !omit.includes(name) && isFilled(row[name]),
  );
  return (
    <div className="row-details log-details">
      <section>
        <h3>{t(text.overview)}</h3>
        <dl>
          {facts.map(([name, field]) => {
            const { Cell } = viewOf(field);
            return (
              <Fact
                key={name}
                label={factLabel(field, cells[name])}
                wide={textOf(row[name]).length > 60}
                long={field.kind.name === 'text' && LONG_WORD.test(textOf(row[name]))}
              >
                {cells[name]?.(row) ?? (
                  <Cell field={field} value={row[name]} shown={row.shown?.[name]} />
                )}
                {isKey(entity, name) && (
                  <CopyButton
                    text={textOf(row[name])}
                    label={say(text.copyNamed, { name: field.label })}
                  />
                )}
              </Fact>
            );
          })}
        </dl>
      </section>
      {children}
      {blocks.map((name) => {
        const field = entity.fields[name];
        return field && <LogBlock key={name} title={field.label} value={row[name]} />;
      })}
    </div>
  );
}

const NO_CELLS: Cells = {};

/** Addresses, checksums and keys that a column does not hold in one line. */
const LONG_WORD = /[!-~]{23}/;
const NONE: readonly string[] = [];

function isFilled(value: unknown): boolean {
  return (
    value !== undefined &&
    value !== null &&
    value !== '' &&
    !(Array.isArray(value) && value.length === 0)
  );
}

function isKey({ log }: AnyEntity, name: string): boolean {
  return [...(log?.keys ?? []), ...(log?.words ?? [])].includes(name);
}

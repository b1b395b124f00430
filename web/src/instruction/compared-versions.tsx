import { fieldOf } from '@millwright/contract/kernel/entity';
import { textOf } from '@millwright/contract/kernel/text';
import { instruction } from '@millwright/contract/system/instruction';
import type { EntityRow } from '../entity/entity-row.ts';
import { say, t } from '../kernel/language.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { instructionText as text } from '../locales/instruction.ts';
import { lineDifference } from '../log/line-difference.ts';
import { changedFields } from './version-fields.ts';

/** What a version changed: its fields with both values, then the content line by line. */
export function ComparedVersions({ older, newer }: { older: EntityRow; newer: EntityRow }) {
  const heading = say(text.compareOf, { a: Number(older['version']), b: Number(newer['version']) });
  const changed = changedFields(older, newer);
  const lines = lineDifference(wordsOf(older), wordsOf(newer));
  const isSame = lines.every(({ kind }) => kind === 'both');
  return (
    <section className="version-words" aria-label={heading}>
      {changed.length === 0 && isSame && <p>{t(text.same)}</p>}
      {changed.length > 0 && (
        <dl className="version-fields">
          {changed.map((name) => (
            <div key={name}>
              <dt>{t(fieldOf(instruction, name).label)}</dt>
              <dd>
                <del>
                  <Value row={older} name={name} />
                </del>
                <ins>
                  <Value row={newer} name={name} />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!isSame && <h4>{t(instruction.fields.content.label)}</h4>}
      {!isSame &&
        lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines of a text have no other name
          <p key={index}>
            {line.kind === 'both' ? (
              line.text
            ) : line.kind === 'second' ? (
              <ins>{line.text}</ins>
            ) : (
              <del>{line.text}</del>
            )}
          </p>
        ))}
    </section>
  );
}

function Value({ row, name }: { row: EntityRow; name: string }) {
  const field = fieldOf(instruction, name);
  const { Cell } = viewOf(field);
  return <Cell field={field} value={row[name]} shown={row.shown?.[name]} />;
}

/** The words and pictures of a formatted text, block by block. */
function wordsOf(row: EntityRow): string {
  const html = textOf(row['content'] ?? '');
  const blocks = new DOMParser().parseFromString(
    html
      .replace(/<\/(p|h[1-6]|li|blockquote)>|<br\s*\/?>/gi, '\n$&')
      .replace(/<(?:img|video|iframe)[^>]*?src="([^"?]*)[^>]*>/gi, '\n[$1]\n'),
    'text/html',
  );
  const words = (blocks.body.textContent ?? '').split('\n').map((line) => line.trim());
  return words.filter(Boolean).join('\n');
}

import { fieldOf } from '@millwright/contract/kernel/entity';
import { instruction } from '@millwright/contract/system/instruction';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import { lineDifference } from '../log/line-difference.ts';
import { viewOf } from '../kinds/kind-views.ts';
import { wallOf } from '../kinds/site-time.ts';
import { instructionText as text } from '../locales/instruction.ts';

/** Every version of a document, newest first; one is compared word by word with the version before it. */
export function VersionList({ row }: { row: EntityRow }) {
  const [compared, setCompared] = useState<string>();
  const { data } = useQuery({
    queryKey: keyOf(instruction, 'versions', row.id, row.revision),
    queryFn: ({ signal }) =>
      api.get<{ list: EntityRow[] }>(`${instruction.path}/${row.id}/versions`, undefined, {
        signal,
      }),
  });
  if (!data) return <Skeleton active title={false} />;
  const { list } = data;
  const at = list.findIndex(({ id }) => id === compared);
  const [newer, older] = [list[at], list[at + 1]];
  return (
    <>
      <ul className="version-list">
        {list.map((version, index) => (
          <li key={version.id}>
            <b className="num">{say(text.version, { n: Number(version['version']) })}</b>
            <StateCell field={STATE} value={version['state']} />
            <time className="num">
              {typeof version['publishTime'] === 'string' ? wallOf(version['publishTime']) : '—'}
            </time>
            {index < list.length - 1 && (
              <Button
                size="small"
                type={version.id === compared ? 'primary' : 'default'}
                ghost={version.id === compared}
                onClick={() => setCompared(version.id === compared ? undefined : version.id)}
              >
                {t(text.compare)}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {list.length === 1 && <p className="pane-empty">{t(text.oneVersion)}</p>}
      {newer && older && <Compared older={older} newer={newer} />}
    </>
  );
}

const STATE = fieldOf(instruction, 'state');
const StateCell = viewOf(STATE).Cell;

function Compared({ older, newer }: { older: EntityRow; newer: EntityRow }) {
  const lines = lineDifference(wordsOf(older), wordsOf(newer));
  const heading = say(text.compareOf, { a: Number(older['version']), b: Number(newer['version']) });
  return (
    <section className="version-words" aria-label={heading}>
      {lines.every(({ kind }) => kind === 'both') && <p>{t(text.same)}</p>}
      {lines.map((line, index) => (
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

/** Title and the words of a formatted text, block by block. */
function wordsOf(row: EntityRow): string {
  const html = typeof row['content'] === 'string' ? row['content'] : '';
  const blocks = new DOMParser().parseFromString(
    html.replace(/<\/(p|h[1-6]|li|blockquote)>|<br\s*\/?>/gi, '\n$&'),
    'text/html',
  );
  const words = (blocks.body.textContent ?? '').split('\n').map((line) => line.trim());
  return [String(row['title']), ...words.filter(Boolean)].join('\n');
}

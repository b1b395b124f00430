import { fieldOf } from '@millwright/contract/kernel/entity';
import { instruction } from '@millwright/contract/system/instruction';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { wallOf } from '../kinds/site-time.ts';
import { instructionText as text } from '../locales/instruction.ts';
import { ComparedVersions } from './compared-versions.tsx';

/** Every version of a document, newest first; one is compared field by field with the version before it. */
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
      {newer && older && <ComparedVersions older={older} newer={newer} />}
    </>
  );
}

const STATE = fieldOf(instruction, 'state');
const StateCell = viewOf(STATE).Cell;

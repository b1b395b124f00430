import { instruction, type InstructionReader } from '@millwright/contract/system/instruction';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { instructionText as text } from '../locales/instruction.ts';

/** Who shall read a version and when he confirmed it; those who have not stand first. */
export function ReadList({ row }: { row: EntityRow }) {
  const { data } = useQuery({
    queryKey: keyOf(instruction, 'readers', row.id, row.revision),
    queryFn: ({ signal }) =>
      api.get<{ list: InstructionReader[] }>(`${instruction.path}/${row.id}/readers`, undefined, {
        signal,
      }),
  });
  if (!data) return <Skeleton active title={false} />;
  const { list } = data;
  if (list.length === 0) return <p className="pane-empty">{t(text.noReaders)}</p>;
  const done = list.filter(({ readTime }) => readTime !== null).length;
  return (
    <>
      <div className="reader-head">
        <span>{say(text.readCount, { done, all: list.length })}</span>
        <Button
          size="small"
          onClick={() => save(list, `${String(row['code'])}-V${String(row['version'])}`)}
        >
          {t(text.exportList)}
        </Button>
      </div>
      <ul className="reader-list">
        {list.map(({ userId, name, username, readTime }) => (
          <li key={userId}>
            <span>
              {name}
              <small>{username}</small>
            </span>
            {readTime ? (
              <time className="num">{wallOf(readTime)}</time>
            ) : (
              <span className="is-warn">{t(text.waiting)}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The list as a file that spreadsheets open. */
function save(list: readonly InstructionReader[], name: string): void {
  const rows = [
    [t(text.name), t(text.account), t(text.readTime)],
    ...list.map((one) => [
      one.name,
      one.username,
      one.readTime ? wallOf(one.readTime) : t(text.waiting),
    ]),
  ];
  const lines = rows.map((cells) =>
    cells.map((cell) => `"${safe(cell).replaceAll('"', '""')}"`).join(','),
  );
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`\uFEFF${lines.join('\r\n')}`], { type: 'text/csv' }));
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A cell that begins like a formula is told to be text. */
function safe(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

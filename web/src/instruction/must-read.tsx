import { instruction, type UnreadInstruction } from '@millwright/contract/system/instruction';
import { instructionAddress } from '@millwright/contract/system/instruction-address';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import { say, t, titled } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { instructionText as text } from '../locales/instruction.ts';
import './instruction.css';

/** On Home: the instructions that this person has to confirm; nothing when there are none. */
export function MustRead() {
  const may = hasPermission(['system:instruction:list']);
  const { data } = useQuery({
    queryKey: keyOf(instruction, 'mine'),
    queryFn: ({ signal }) =>
      api.get<{ list: UnreadInstruction[] }>(`${instruction.path}/mine`, undefined, {
        signal,
        quiet: true,
      }),
    enabled: may,
  });
  if (!data || data.list.length === 0) return null;
  return (
    <section className="card must-read">
      <header className="card-head">
        <h2>{t(text.mustRead)}</h2>
        <small>{t(text.mustReadNote)}</small>
      </header>
      <ul>
        {data.list.map((one) => (
          <li key={one.id}>
            <Link to={instructionAddress(one, one.version)}>
              {titled(one.title, one.titleEn ?? one.title)}
            </Link>
            <small className="num">
              {one.code} {say(text.version, { n: one.version })}
            </small>
            <time className="num">{wallOf(one.publishTime)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}

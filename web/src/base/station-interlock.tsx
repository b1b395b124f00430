import { station } from '@millwright/contract/base/station';
import { type InterlockRefusal, interlockReasons } from '@millwright/contract/device/interlock';
import { useQuery } from '@tanstack/react-query';
import { ColumnHeads } from '../controls/column-heads.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { baseText as text } from '../locales/base.ts';

/** Pieces that the interlock of a station did not let in, and why; the latest 50, refreshed every 10 s. */
export function StationInterlock({ row }: { row: EntityRow }) {
  const { data } = useQuery({
    queryKey: keyOf(station, 'interlock', row.id),
    queryFn: ({ signal }) =>
      api.get<{ list: InterlockRefusal[] }>(`${station.path}/${row.id}/interlock`, {}, { signal }),
    refetchInterval: 10_000,
  });
  if (!data) return null;
  return (
    <section>
      {row['interlockOn'] !== true && <p className="pane-empty">{t(text.interlockOff)}</p>}
      {data.list.length === 0 && <p className="pane-empty">{t(text.interlockNone)}</p>}
      {data.list.length > 0 && <Refusals list={data.list} />}
    </section>
  );
}

function Refusals({ list }: { list: readonly InterlockRefusal[] }) {
  return (
    <table className="child-table">
      <caption className="sr-only">{t(text.interlock)}</caption>
      <thead>
        <tr>
          <ColumnHeads heads={[text.refusedAt, text.workpiece, text.refusedWhy, text.askedBy]} />
        </tr>
      </thead>
      <tbody>
        {list.map((one) => (
          <tr key={one.id}>
            <td className="num">{wallOf(one.at)}</td>
            <td className="num">{one.workpieceNo}</td>
            <td>
              {say(interlockReasons[one.reason], one.args)}
              {one.args['order'] && <small className="num"> {one.args['order']}</small>}
            </td>
            <td>{one.gatewayName ?? '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { downtime, SIGN_OFF_MINUTES } from '@millwright/contract/equipment/downtime';
import { textOf } from '@millwright/contract/kernel/text';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { EntityRow } from '../entity/entity-row.ts';
import type { Filters } from '../entity/list-address.ts';
import { placeOf } from '../entity/list-place.ts';
import { keyOf } from '../entity/query-key.ts';
import { fetchList, type List } from '../entity/use-list.ts';
import { say, t } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import { equipmentText as text } from '../locales/equipment.ts';

/** Stops that stand against the signing-off of their shift. */
export const AGAINST_SIGN_OFF: Filters = {
  state: 'unclassified',
  minutes: { begin: String(SIGN_OFF_MINUTES) },
};

/** The latest shifts that still have such stops; a click shows them. Nothing where there are none. */
export function SignOffWarning({ list }: { list: List }) {
  const place = placeOf(list);
  const { data } = useQuery({
    queryKey: keyOf(downtime, 'list', 'sign-off', place),
    queryFn: ({ signal }) =>
      fetchList(
        downtime,
        {
          page: 1,
          limit: MOST,
          sort: 'startTime',
          order: 'DESC',
          params: { ...place, ...AGAINST_SIGN_OFF },
        },
        { signal },
      ),
  });
  const shifts = [...Map.groupBy(data?.list ?? [], keyOfShift)].map(([key, rows]) => ({
    key,
    rows,
  }));
  if (shifts.length === 0) return null;
  return (
    <p className="eq-sign-off" role="status">
      <Mark shape="warning" color="--warn-fill" />
      <span>{say(text.signOff, { n: SIGN_OFF_MINUTES })}</span>
      {shifts.slice(0, FEW).map(({ key, rows }) => (
        <Button
          key={key}
          type="link"
          size="small"
          onClick={() => list.filter({ ...place, ...filtersOf(rows[0]) })}
        >
          {say(text.signOffShift, { shift: key, n: rows.length })}
        </Button>
      ))}
      {shifts.length > FEW && <span>{t(text.signOffMore)}</span>}
    </p>
  );
}

const MOST = 200;
const FEW = 3;

function keyOfShift(row: EntityRow): string {
  return [textOf(row['shiftDate'] ?? ''), textOf(row['shiftName'] ?? '')].filter(Boolean).join(' ');
}

function filtersOf(row: EntityRow | undefined): Filters {
  const day = textOf(row?.['shiftDate'] ?? '');
  const shiftName = textOf(row?.['shiftName'] ?? '');
  return {
    ...AGAINST_SIGN_OFF,
    shiftDate: { begin: day, end: day },
    ...(shiftName !== '' && { shiftName }),
  };
}

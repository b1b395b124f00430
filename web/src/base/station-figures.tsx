import { line } from '@millwright/contract/base/line';
import { tagFor } from '@millwright/contract/registry';
import { DeclaredFigures, useCount } from '../entity/figures.tsx';
import type { Filters } from '../entity/list-address.ts';
import { placeOf } from '../entity/list-place.ts';
import type { List } from '../entity/use-list.ts';
import { t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { baseText as text } from '../locales/base.ts';

const WITHOUT: Filters = { hasOutput: 'false', status: '1' };

/** Where pieces leave the lines, and the lines that they never leave. */
export function StationFigures({ list }: { list: List }) {
  return hasPermission([tagFor(line, 'list')]) ? (
    <WithLines list={list} />
  ) : (
    <DeclaredFigures list={list} />
  );
}

function WithLines({ list }: { list: List }) {
  const without = useCount(line, { ...placeOf(list), ...WITHOUT })?.total;
  return (
    <DeclaredFigures
      list={list}
      more={[
        {
          key: 'without',
          label: text.linesWithout,
          value: without,
          tone: without ? 'warn' : undefined,
          note: without ? t(text.linesWithoutHint) : undefined,
        },
      ]}
    />
  );
}

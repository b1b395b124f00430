import { fieldOf } from '@millwright/contract/kernel/entity';
import { reasonCode } from '@millwright/contract/base/reason-code';
import type { EntityRow } from '../entity/entity-row.ts';
import type { OwnColumn } from '../entity/list-columns.ts';
import { t, titled } from '../kernel/language.tsx';
import type { InputProps } from '../kinds/kind-view.ts';
import { viewOf } from '../kinds/kind-views.ts';
import { baseText as text } from '../locales/base.ts';
import { ColourInput, Swatch } from './colour.tsx';

/** Cells of the tree of reasons, by column. */
export const reasonCells = {
  code: (row: EntityRow) => <span className="state-word"><Swatch colour={row['color']} />{String(row['code'])}</span>,
  name: (row: EntityRow) => titled(String(row['nameZh']), String(row['nameEn'])),
  category: (row: EntityRow) => <CategoryOf row={row} />,
  procedureIds: (row: EntityRow) => {
    const names = row.shown?.['procedureIds'];
    const words = Array.isArray(names) ? names.join(t({ zh: '、', en: ', ' })) : '';
    return words === '' ? <span className="calm">{t(text.allProcedures)}</span> : <span title={words}>{words}</span>;
  },
  alarmEncodings: (row: EntityRow) => {
    const codes = ((row['alarmEncodings'] as string[] | null) ?? []).join(t({ zh: '、', en: ', ' }));
    return codes === '' ? '—' : <span title={codes}>{codes}</span>;
  },
};

/** What the tree of reasons says beside the declaration. */
export const reasonColumns: readonly OwnColumn[] = [
  { prop: 'code', width: 140 },
  { prop: 'name', label: t(text.nameColumn), width: 210 },
  { prop: 'kind', width: 90 },
  { prop: 'category', label: t(text.category), width: 120 },
  { prop: 'procedureIds', width: 160 },
  { prop: 'alarmEncodings', label: t(text.alarms), width: 140 },
  { prop: 'allowRework', width: 76 },
  { prop: 'sequence', width: 60 },
  { prop: 'status', width: 64 },
];

export const reasonInputs = { color: (props: InputProps) => <ColourInput {...props} /> };

/** A stop has its category, a defect its severity. */
function CategoryOf({ row }: { row: EntityRow }) {
  const name = row['category'] ? 'category' : 'severity';
  const field = fieldOf(reasonCode, name);
  const { Cell } = viewOf(field);
  return <Cell field={field} value={row[name]} />;
}

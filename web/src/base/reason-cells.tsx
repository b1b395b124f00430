import { fieldOf } from '@millwright/contract/kernel/entity';
import { reasonCode } from '@millwright/contract/base/reason-code';
import type { EntityRow } from '../entity/entity-row.ts';
import type { OwnColumn } from '../entity/list-columns.ts';
import { t, titled } from '../kernel/language.tsx';
import type { InputProps } from '../kinds/kind-view.ts';
import { viewOf } from '../kinds/kind-views.ts';
import { baseText as text } from '../locales/base.ts';
import { markText } from '../locales/marks.ts';
import { widthFor } from './column-width.ts';
import { ColourFact, ColourInput, Swatch } from './colour.tsx';

/** Cells of the tree of reasons, by column. */
export const reasonCells = {
  code: (row: EntityRow) => (
    <span className="state-word">
      {row['color'] ? <Swatch colour={row['color']} /> : null}
      {String(row['code'])}
    </span>
  ),
  name: (row: EntityRow) => titled(String(row['nameZh']), String(row['nameEn'])),
  category: (row: EntityRow) => <CategoryOf row={row} />,
  procedureIds: (row: EntityRow) => {
    const names = row.shown?.['procedureIds'];
    const words = Array.isArray(names) ? names.join(t(markText.comma)) : '';
    return words === '' ? (
      <span className="calm">{t(text.allProcedures)}</span>
    ) : (
      <span title={words}>{words}</span>
    );
  },
  alarmEncodings: (row: EntityRow) => {
    const codes = ((row['alarmEncodings'] as string[] | null) ?? []).join(t(markText.comma));
    return codes === '' ? '—' : <span title={codes}>{codes}</span>;
  },
};

/** Facts of the drawer that are more than their words. */
export const reasonFacts = {
  procedureIds: reasonCells.procedureIds,
  color: (row: EntityRow) => <ColourFact colour={row['color']} />,
};

/** What the tree of reasons says beside the declaration. */
export const reasonColumns: readonly OwnColumn[] = [
  { prop: 'code', width: 120 },
  { prop: 'name', label: t(text.nameColumn), width: 170 },
  { prop: 'kind', width: widthFor(80, 104) },
  { prop: 'category', label: t(text.category), width: widthFor(110, 130) },
  { prop: 'procedureIds', width: 140 },
  { prop: 'alarmEncodings', label: t(text.alarms), width: 130 },
  { prop: 'allowRework', width: widthFor(72, 118) },
  { prop: 'sequence', width: widthFor(52, 84) },
  { prop: 'status', width: widthFor(58, 74) },
];

export const reasonInputs = { color: (props: InputProps) => <ColourInput {...props} /> };

/** A stop has its category, a defect its severity. */
function CategoryOf({ row }: { row: EntityRow }) {
  const name = row['category'] ? 'category' : 'severity';
  const field = fieldOf(reasonCode, name);
  const { Cell } = viewOf(field);
  return <Cell field={field} value={row[name]} />;
}

import { textOf } from '@millwright/contract/kernel/text';
import { pathOf } from '@millwright/contract/menu';
import { Link } from 'react-router';
import type { EntityRow } from '../entity/entity-row.ts';
import type { Cells } from '../entity/list-columns.ts';
import { say, t, titled } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import { numberText } from '../kinds/number-text.ts';
import { dictText as text } from '../locales/structure.ts';

/** Cells of the dictionaries list: type and number of items lead to the items. */
export const dictTypeCells: Cells = {
  dictType: (row) => <ItemsLink row={row}>{String(row['dictType'])}</ItemsLink>,
  itemCount: (row) => <ItemsLink row={row}>{numberText(row['itemCount'])}</ItemsLink>,
};

/** Cells of the items of a dictionary: colours as people will see them. */
export const dictItemCells: Cells = {
  color: (row) => {
    const color = row['color'];
    return typeof color === 'string' ? (
      <span className="state-word">
        <Mark shape="dot" color={`--${color}-fill`} />
        <span>
          {titled(textOf(row['itemText'] ?? ''), row['itemTextEn'] as string | undefined)}
        </span>
      </span>
    ) : (
      '—'
    );
  },
  isDefault: (row) =>
    row['isDefault'] === true ? (
      <span className="state-word">
        <Mark shape="check" color="--ok-fill" />
        <span>{t(text.default)}</span>
      </span>
    ) : (
      '—'
    ),
};

function ItemsLink({ row, children }: { row: EntityRow; children: string }) {
  const name = titled(textOf(row['dictName'] ?? ''), row['dictNameEn'] as string | undefined);
  return (
    <Link
      className="num"
      to={pathOf('dict/type/data', { dictId: row.id })}
      title={say(text.openItems, { name })}
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </Link>
  );
}

import { fieldOf } from '@millwright/contract/kernel/entity';
import { product } from '@millwright/contract/base/product';
import { useRef } from 'react';
import { useTableHeight } from '../controls/use-table-height.ts';
import type { EntityListProps } from '../entity/entity-list.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { titleOf } from '../entity/row-acts.ts';
import { ListEmpty } from '../entity/list-empty.tsx';
import { say } from '../kernel/language.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { entityText } from '../locales/entity.ts';
import { ProductPicture } from './product-picture.tsx';
import { specOf } from './product-spec.ts';

/** Products as cards with their pictures; fills the window like the table. */
export function ProductGallery({ list, openId, onOpen, onCreate }: EntityListProps) {
  const place = useRef<HTMLDivElement>(null);
  const height = useTableHeight(place, BELOW);
  return (
    <div
      ref={place}
      className={`list-table gallery${list.fetching ? ' is-fetching' : ''}`}
      style={{ height }}
      aria-busy={list.fetching}
      tabIndex={-1}
    >
      {list.rows.length === 0 && <ListEmpty list={list} onCreate={onCreate} />}
      <ul>
        {list.rows.map((row) => (
          <li key={row.id} className={row.id === openId ? 'is-open' : undefined}>
            <button
              type="button"
              aria-label={say(entityText.open, { name: String(row['materialCode']) })}
              onClick={() => onOpen(row)}
            />
            <ProductPicture row={row} size="card" />
            <ProductWords row={row} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Pager and what lies below it. */
const BELOW = 57;

/** Code, name, category and specification of a product, one below the other. */
export function ProductWords({ row }: { row: EntityRow }) {
  const category = fieldOf(product, 'category');
  const { Cell } = viewOf(category);
  return (
    <div className="product-words">
      <strong>{String(row['materialCode'])}</strong>
      <span>{titleOf(product, row)}</span>
      <small className="num">{specOf(row)}</small>
      <small>
        <Cell field={category} value={row['category']} />
      </small>
    </div>
  );
}

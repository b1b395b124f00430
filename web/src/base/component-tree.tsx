import { product } from '@millwright/contract/base/product';
import { Skeleton } from 'antd';
import type { EntityRow } from '../entity/entity-row.ts';
import { titleOf } from '../entity/row-acts.ts';
import { useRow } from '../entity/use-row.ts';
import { say, t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { productText as text } from '../locales/product.ts';
import { ProductPicture } from './product-picture.tsx';
import { grossNeed } from './product-spec.ts';

interface Component {
  readonly id?: string;
  readonly code: string;
  readonly quantity: string;
  readonly yieldRate: string;
  readonly shown?: Readonly<Record<string, string>>;
}

/** What a product is made of, down to the rod: quantity, yield and how much of it one piece needs. */
export function ComponentTree({ row }: { row: EntityRow }) {
  const parts = componentsOf(row);
  if (!parts) return <Skeleton active />;
  if (parts.length === 0) return <p className="pane-empty">{t(text.noComponents)}</p>;
  return (
    <div className="components">
      <h3 className="detail-title">
        {say(text.needs, { code: String(row['materialCode']) })} <small>{t(text.needsNote)}</small>
      </h3>
      <Parts parts={parts} above={1} seen={[row.id]} />
    </div>
  );
}

interface PartsProps {
  readonly parts: readonly Component[];
  /** How many of the product above one piece at the top needs. */
  readonly above: number;
  /** Products on the way up; a loop would never end. */
  readonly seen: readonly string[];
}

function Parts({ parts, above, seen }: PartsProps) {
  return (
    <ul>
      {parts.map((part) => (
        <Part key={part.id ?? part.code} part={part} above={above} seen={seen} />
      ))}
    </ul>
  );
}

function Part({ part, above, seen }: { part: Component } & Omit<PartsProps, 'parts'>) {
  const { row, error } = useRow(product, part.code);
  const need = grossNeed(part.quantity, part.yieldRate, above);
  const below = row && !seen.includes(row.id) ? (componentsOf(row) ?? []) : [];
  return (
    <li>
      <div className="component">
        {row ? (
          <ProductPicture row={row} size="cell" />
        ) : (
          <span className="product-picture is-cell" />
        )}
        <span className="component-name">
          <strong>{row ? String(row['materialCode']) : (part.shown?.['code'] ?? '…')}</strong>
          <small>{row ? titleOf(product, row) : error ? t(text.hidden) : ''}</small>
        </span>
        <Figure label={t(text.quantity)} value={numberText(part.quantity)} />
        <Figure label={t(text.yieldRate)} value={`${numberText(part.yieldRate)} %`} />
        <Figure
          label={t(text.gross)}
          value={Number.isNaN(need) ? '—' : numberText(need.toFixed(4))}
          strong
        />
      </div>
      {below.length > 0 && <Parts parts={below} above={need} seen={[...seen, part.code]} />}
    </li>
  );
}

function Figure({ label, value, strong }: { label: string; value: string; strong?: boolean }) {
  return (
    <span className="component-figure">
      <small>{label}</small>
      {strong ? <b className="num">{value}</b> : <span className="num">{value}</span>}
    </span>
  );
}

/** The components of a whole row; undefined while only the row of the list is known. */
function componentsOf(row: EntityRow): readonly Component[] | undefined {
  return Array.isArray(row['components']) ? (row['components'] as Component[]) : undefined;
}

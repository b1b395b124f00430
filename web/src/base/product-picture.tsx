import { product } from '@millwright/contract/base/product';
import type { EntityRow } from '../entity/entity-row.ts';
import { titleOf } from '../entity/row-acts.ts';
import { t } from '../kernel/language.tsx';
import { productText as text } from '../locales/product.ts';
import './product-picture.css';

/** The picture of a product, small or whole; where there is none, a drawing of what it is. */
export function ProductPicture({ row, size }: { row: EntityRow; size: 'cell' | 'card' | 'whole' }) {
  const address =
    size === 'whole' ? (row['image'] ?? row['thumbnail']) : (row['thumbnail'] ?? row['image']);
  const name = titleOf(product, row);
  if (typeof address === 'string' && address !== '') {
    return (
      <img
        className={`product-picture is-${size}`}
        src={size === 'whole' ? address : small(address)}
        alt={size === 'cell' ? '' : name}
        loading="lazy"
        decoding="async"
      />
    );
  }
  const label =
    size === 'cell'
      ? { 'aria-hidden': true }
      : { role: 'img', 'aria-label': `${name} · ${t(text.drawn)}` };
  return (
    <svg className={`product-picture is-drawn is-${size}`} viewBox="0 0 100 100" {...label}>
      {drawingOf(row)}
    </svg>
  );
}

/** The small picture that is kept under the address of the large one. */
export function small(address: string): string {
  if (/[?&]t=1\b/.test(address)) return address;
  return `${address}${address.includes('?') ? '&' : '?'}t=1`;
}

/** A wheel with its own bolts, a forging, a block, a rod; a box for what has no shape of its own. */
function drawingOf(row: EntityRow): React.ReactNode {
  const kind = String(row['category']);
  if (kind === 'wheel' || kind === 'machined' || kind === 'heatTreated')
    return <WheelDrawing bolts={Number(row['boltHoles'] ?? 5)} />;
  if (kind === 'forging') return FORGING;
  if (kind === 'block') return BLOCK;
  if (kind === 'rod') return ROD;
  return <path d="M20 36 50 22l30 14v30L50 80 20 66zM20 36l30 14 30-14M50 50v30" />;
}

function WheelDrawing({ bolts }: { bolts: number }) {
  const count = Math.min(12, Math.max(3, bolts));
  const around = (radius: number, index: number, of: number) => {
    const angle = (index / of) * 2 * Math.PI - Math.PI / 2;
    return [50 + radius * Math.cos(angle), 50 + radius * Math.sin(angle)] as const;
  };
  const spokes = Array.from(
    { length: 10 },
    (_, index) => [around(19, index, 10), around(38, index, 10)] as const,
  );
  return (
    <>
      <circle cx="50" cy="50" r="44" />
      <circle cx="50" cy="50" r="38" />
      <circle cx="50" cy="50" r="19" />
      <circle cx="50" cy="50" r="6.5" />
      <path
        d={spokes
          .map(
            ([[x1, y1], [x2, y2]]) =>
              `M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}`,
          )
          .join('')}
      />
      {Array.from({ length: count }, (_, index) => {
        const [x, y] = around(12.5, index, count);
        return <circle key={index} cx={x} cy={y} r="2" />;
      })}
    </>
  );
}

const FORGING = (
  <>
    <circle cx="50" cy="50" r="42" />
    <circle cx="50" cy="50" r="33" />
    <circle cx="50" cy="50" r="15" />
    <path d="M50 8v9M50 83v9M8 50h9M83 50h9" strokeDasharray="3 2" />
  </>
);

const BLOCK = (
  <>
    <ellipse cx="50" cy="28" rx="28" ry="10" />
    <path d="M22 28v42c0 5.5 12.5 10 28 10s28-4.5 28-10V28" />
  </>
);

const ROD = (
  <>
    <ellipse cx="18" cy="50" rx="6" ry="16" />
    <path d="M18 34h64c3.300 0 6 7.200 6 16s-2.700 16-6 16H18" />
    <path d="M34 66V34M50 66V34" strokeDasharray="3 2" />
  </>
);

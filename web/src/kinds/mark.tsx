/** Shapes that carry a state, so that colour never does it alone. */
export type Shape =
  | 'dot'
  | 'ring'
  | 'dotted'
  | 'bars'
  | 'check'
  | 'cross'
  | 'triangle'
  | 'warning'
  | 'diamond'
  | 'square'
  | 'octagon'
  | 'off'
  | 'hatched'
  | 'lock'
  | 'pin';

/** A 12 px sign in a colour of the tokens (`--st-run`); the word beside it says the same. */
export function Mark({ shape, color }: { shape: Shape; color: string }) {
  return (
    <svg
      className="mark"
      width="12"
      height="12"
      viewBox="0 0 12 12"
      aria-hidden="true"
      style={{ color: `var(${color})` }}
    >
      {SHAPES[shape]}
    </svg>
  );
}

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.8 } as const;
const white = {
  fill: 'none',
  stroke: 'var(--surface)',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const SHAPES: Readonly<Record<Shape, React.ReactNode>> = {
  dot: <circle cx="6" cy="6" r="4.2" fill="currentColor" />,
  ring: <circle cx="6" cy="6" r="3.5" {...line} />,
  dotted: <circle cx="6" cy="6" r="3.6" {...line} strokeWidth={1.4} strokeDasharray="1.6 1.6" />,
  bars: <path d="M2 2h3v8H2zM7 2h3v8H7z" fill="currentColor" />,
  check: (
    <>
      <circle cx="6" cy="6" r="5" fill="currentColor" />
      <path d="M3.6 6.2 5.3 7.9 8.5 4.4" {...white} />
    </>
  ),
  cross: (
    <>
      <rect x="1" y="1" width="10" height="10" rx="1" fill="currentColor" />
      <path d="m4 4 4 4M8 4 4 8" {...white} />
    </>
  ),
  triangle: <path d="M6 1.5 11 10.5H1z" fill="currentColor" />,
  warning: <path d="M6 2.2 10.2 9.8H1.8z" {...line} strokeWidth={1.5} strokeLinejoin="round" />,
  diamond: <path d="M6 1 11 6 6 11 1 6z" fill="currentColor" />,
  square: <rect x="2" y="2" width="8" height="8" fill="currentColor" />,
  octagon: (
    <>
      <path d="M4 1h4l3 3v4l-3 3H4L1 8V4z" fill="currentColor" />
      <path d="M3.5 6h5" {...white} />
    </>
  ),
  off: (
    <path
      d="M6 2.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6M3.2 8.8l5.6-5.6"
      {...line}
      strokeWidth={1.5}
    />
  ),
  hatched: <path d="M2 6 6 2M2 10l8-8M6 10l4-4M2 2h8v8H2z" {...line} strokeWidth={1} />,
  lock: (
    <>
      <rect x="2.2" y="5.2" width="7.6" height="5.3" rx="1" fill="currentColor" />
      <path d="M4 5V3.8a2 2 0 0 1 4 0V5" {...line} strokeWidth={1.4} />
    </>
  ),
  pin: <path d="M6 1.6 10.4 6 6 10.4 1.6 6z" {...line} strokeWidth={1.5} />,
};

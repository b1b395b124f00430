import { t } from '../kernel/language.tsx';
import { lineText as text } from '../locales/line.ts';

export type StationRole = 'pass' | 'discharge' | 'ng' | 'none';

/** What a station is for output: ▼ good pieces leave here, ✕ NG leaves here, ○ pieces pass; △ nobody leaves. */
export function StationMark({ role }: { role: StationRole }) {
  return (
    <svg
      className={`mark station-mark is-${role}`}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      role="img"
      aria-label={t(WORDS[role])}
    >
      <title>{t(WORDS[role])}</title>
      {SHAPES[role]}
    </svg>
  );
}

const WORDS = { pass: text.pass, discharge: text.discharge, ng: text.ng, none: text.noOutput };
const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.8,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const SHAPES: Readonly<Record<StationRole, React.ReactNode>> = {
  pass: <circle cx="6" cy="6" r="2.6" {...stroke} strokeWidth={1.4} />,
  discharge: <path d="M1.5 2.5h9L6 10.2z" fill="currentColor" />,
  ng: <path d="m2.5 2.5 7 7M9.5 2.5l-7 7" {...stroke} strokeWidth={2} />,
  none: <path d="M6 2.2 10.2 9.8H1.8z" {...stroke} strokeWidth={1.5} />,
};

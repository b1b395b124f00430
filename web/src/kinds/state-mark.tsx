import { Mark } from './mark.tsx';
import type { Shape } from './mark.tsx';

/** A state as shape, colour and word; a value that is nothing special is the word alone. */
export function StateWord({
  value,
  color,
  word,
}: {
  value: string;
  color?: string | null | undefined;
  word: string;
}) {
  const sign = signOf(value, color);
  return (
    <span className="state-word" title={word}>
      {sign && <Mark shape={sign.shape} color={sign.color} />}
      <span>{word}</span>
    </span>
  );
}

interface Sign {
  readonly shape: Shape;
  readonly color: string;
}

/** The sign of a dictionary value: by the word that the life cycles share, else a dot in the item's own colour. */
export function signOf(value: string, color?: string | null): Sign | undefined {
  const known = SIGNS[value];
  if (known) return known;
  const own = color ? COLORS[color] : undefined;
  return own ? { shape: 'dot', color: own } : undefined;
}

const COLORS: Readonly<Record<string, string>> = {
  ok: '--ok-fill',
  warn: '--warn-fill',
  bad: '--bad-fill',
  info: '--info-fill',
};

const SIGNS: Readonly<Record<string, Sign>> = {
  draft: { shape: 'dotted', color: '--ink-3' },
  released: { shape: 'ring', color: '--info-fill' },
  issued: { shape: 'ring', color: '--info-fill' },
  running: { shape: 'dot', color: '--info-fill' },
  paused: { shape: 'bars', color: '--warn-fill' },
  completed: { shape: 'check', color: '--ok-fill' },
  finished: { shape: 'check', color: '--ok-fill' },
  closed: { shape: 'lock', color: '--ink-3' },
  cancelled: { shape: 'off', color: '--ink-3' },
  obsolete: { shape: 'off', color: '--ink-3' },
  late: { shape: 'triangle', color: '--bad-fill' },
  risk: { shape: 'warning', color: '--warn-fill' },
  run: { shape: 'dot', color: '--st-run' },
  idle: { shape: 'ring', color: '--st-idle' },
  setup: { shape: 'diamond', color: '--st-setup' },
  alarm: { shape: 'triangle', color: '--st-alarm' },
  estop: { shape: 'octagon', color: '--st-estop' },
  maintain: { shape: 'square', color: '--st-maintain' },
  offline: { shape: 'off', color: '--st-offline' },
};

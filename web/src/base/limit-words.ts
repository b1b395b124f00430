import { say, t } from '../kernel/language.tsx';
import { checkItemText as text } from '../locales/check-item.ts';
import { markText } from '../locales/marks.ts';
import { differenceOf, millionths, withPlaces } from './decimal-math.ts';

/** What a value is judged by: `standard`, `upperLimit`, `lowerLimit` as their digits (null = none), `decimals`, `unit`. */
export type ItemLimits = Readonly<Record<string, unknown>>;

/** Limits as a drawing says them: `66.560 +0.046/0 mm`, `25.00 ±0.05 mm`, `≤ 0.30 mm`, `95–115 HBW`. */
export function limitWords(item: ItemLimits): string {
  const words = bareWords(item);
  return words === '' ? '—' : [words, item['unit']].filter(Boolean).join(' ');
}

function bareWords({ standard, upperLimit, lowerLimit, decimals }: ItemLimits): string {
  const places = Number(decimals ?? 0);
  const [mid, upper, lower] = [standard, upperLimit, lowerLimit].map(millionths);
  const at = (value: unknown) => withPlaces(value, places);
  if (upper === null && lower === null) return mid === null ? '' : at(standard);
  if (upper === null || upper === undefined) return say(text.atLeast, { n: at(lowerLimit) });
  if (lower === null || lower === undefined) return say(text.atMost, { n: at(upperLimit) });
  if (mid === null || mid === undefined) return `${at(lowerLimit)}–${at(upperLimit)}`;
  const [over, under] = [upper - mid, lower - mid];
  const size = mid < 0n ? -mid : mid;
  // A wide span is read as a range; so is what may not be below zero, such as a run-out.
  if (mid === lower && mid === 0n) return `${at(lowerLimit)}–${at(upperLimit)}`;
  if (size > 0n && (upper - lower) * 25n >= size) return `${at(lowerLimit)}–${at(upperLimit)}`;
  if (over === -under) return `${at(standard)} ±${differenceOf(upperLimit, standard)}`;
  // Limits on one side of the standard are an allowance of it, as for a bore; far from it they are a range.
  if (over < 0n || under > 0n) return `${at(lowerLimit)}–${at(upperLimit)}`;
  return `${at(standard)} ${signed(differenceOf(upperLimit, standard))}/${signed(differenceOf(lowerLimit, standard))}`;
}

/** `+0.046`, `-0.02`, `0`. */
export function signed(digits: string | null): string {
  if (digits === null) return '';
  return digits === '0' || digits.startsWith('-') ? digits : `+${digits}`;
}

/** How an item that is not measured is judged. */
export function judgementWords({
  valueType,
  okChoices,
}: Readonly<Record<string, unknown>>): string {
  if (valueType === 'passFail') return t(text.passFail);
  if (valueType === 'text') return t(text.freeText);
  const words = Array.isArray(okChoices) ? okChoices.join(t(markText.comma)) : '';
  return words === '' ? '—' : say(text.okChoices, { words });
}

/** What a raw value would be judged as; `distance` in digits to the limit that it broke or is nearest to. */
export interface Judgement {
  readonly value: string;
  readonly ok: boolean;
  readonly side: 'above' | 'below' | 'inside';
  readonly distance: string | null;
}

/** Judges a raw value: the offset is added first, limits themselves are within; null for what is no number. */
export function judge(
  raw: string,
  offset: unknown,
  { upperLimit, lowerLimit }: ItemLimits,
): Judgement | null {
  const [typed, added] = [millionths(raw), millionths(offset ?? '0') ?? 0n];
  if (typed === null) return null;
  const value = typed + added;
  const [upper, lower] = [millionths(upperLimit), millionths(lowerLimit)];
  const digits = differenceOf(raw, differenceOf('0', offset ?? '0')) ?? raw;
  if (upper !== null && value > upper)
    return { value: digits, ok: false, side: 'above', distance: differenceOf(digits, upperLimit) };
  if (lower !== null && value < lower)
    return { value: digits, ok: false, side: 'below', distance: differenceOf(lowerLimit, digits) };
  const rooms = [
    upper === null ? null : upper - value,
    lower === null ? null : value - lower,
  ].filter((room) => room !== null);
  const [least] = rooms.sort((a, b) => (a < b ? -1 : 1));
  const nearest =
    least === undefined
      ? null
      : upper !== null && least === upper - value
        ? differenceOf(upperLimit, digits)
        : differenceOf(digits, lowerLimit);
  return { value: digits, ok: true, side: 'inside', distance: nearest };
}

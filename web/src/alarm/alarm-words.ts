import { locale } from '../kernel/language.tsx';

/** The content of an alarm in the reader's language, else in the other one. */
export function contentOf(alarm: {
  readonly contentZh?: unknown;
  readonly contentEn?: unknown;
}): string {
  const [first, second] =
    locale === 'en_US' ? [alarm.contentEn, alarm.contentZh] : [alarm.contentZh, alarm.contentEn];
  return [first, second].find((one): one is string => typeof one === 'string' && one !== '') ?? '—';
}

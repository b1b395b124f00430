import { flagWords, untoldWord } from '@millwright/contract/kinds/flag';
import type { FlagField } from '@millwright/contract/kinds/flag';
import { t } from '../kernel/language.tsx';
import { NO_FLAG, oneOf, wordsOf } from './filter-value.ts';
import type { KindView } from './kind-view.ts';
import { LazySwitch } from './lazy-switch.tsx';
import { PickFilter } from './pick.tsx';
import type { PickOption } from './pick.tsx';
import { markText } from '../locales/marks.ts';
import './flag.css';

/** A tick or a dash where many stand together (lists), the word where one stands alone; a switch in forms. */
export const flagView: KindView<FlagField> = {
  width: 80,
  childWidth: 80,
  Cell: ({ value }) =>
    value === null || value === undefined ? '—' : <FlagMark yes={value === true} />,
  Input: ({ id, value, onChange, disabled, describedBy }) => (
    <LazySwitch
      id={id}
      checked={value === true}
      onChange={onChange}
      disabled={disabled ?? false}
      aria-describedby={describedBy}
    />
  ),
  Filter: ({ field, value, onChange }) => (
    <PickFilter
      label={t(field.label)}
      options={options(field)}
      value={wordsOf(value)}
      onChange={(words) => onChange(oneOf(words))}
    />
  ),
  Words: ({ value }) =>
    wordsOf(value)
      .map((one) => (one === NO_FLAG ? t(untoldWord) : word(one === 'true')))
      .join(SEPARATOR),
};

function FlagMark({ yes }: { yes: boolean }) {
  return (
    <span className="flag" title={word(yes)}>
      <span className="flag-sign" aria-hidden="true">
        {yes ? '✓' : '—'}
      </span>
      <span className="flag-word">{word(yes)}</span>
    </span>
  );
}

const SEPARATOR = t(markText.comma);

function word(yes: boolean): string {
  return t(flagWords[yes ? 'true' : 'false']);
}

function options({ required }: FlagField): PickOption[] {
  const said = [true, false].map((yes) => ({ value: String(yes), label: word(yes) }));
  return required ? said : [...said, { value: NO_FLAG, label: t(untoldWord) }];
}

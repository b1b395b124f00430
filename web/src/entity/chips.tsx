import { CloseOutlined } from '@ant-design/icons';
import type { AnyField } from '@millwright/contract/kernel/field';
import type { FilterValue } from '@millwright/contract/kernel/query';
import { say, t } from '../kernel/language.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { entityText } from '../locales/entity.ts';
import { markText } from '../locales/marks.ts';
import { conditionField } from './list-filters.ts';
import type { List } from './use-list.ts';
import { useSiteField } from './use-sites.ts';
import { textOf } from '@millwright/contract/kernel/text';
import './chips.css';

/** The conditions that hold now, each with a cross. */
export function Chips({ list }: { list: List }) {
  const site = useSiteField();
  const { filters } = list.state;
  const names = Object.keys(filters);
  if (names.length === 0) return null;
  const without = (name: string) =>
    list.filter(Object.fromEntries(Object.entries(filters).filter(([other]) => other !== name)));
  return (
    <ul className="chips">
      {names.map((name) => {
        const field = conditionField(list.entity, name, site);
        const value = filters[name];
        return field && value !== undefined ? (
          <Chip key={name} field={field} value={value} onRemove={() => without(name)} />
        ) : null;
      })}
      <li>
        <button type="button" className="chips-clear" onClick={() => list.filter({})}>
          {t(entityText.clear)}
        </button>
      </li>
    </ul>
  );
}

function Chip({
  field,
  value,
  onRemove,
}: {
  field: AnyField;
  value: FilterValue;
  onRemove: () => void;
}) {
  const { Words } = viewOf(field);
  return (
    <li className="chip">
      <span className="chip-words">
        {t(field.label)}
        {t(markText.colon)}
        {Words ? <Words field={field} value={value} /> : textOf(value)}
      </span>
      <button
        type="button"
        aria-label={say(entityText.removeFilter, { name: field.label })}
        onClick={onRemove}
      >
        <CloseOutlined aria-hidden />
      </button>
    </li>
  );
}

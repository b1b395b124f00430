import { DownOutlined, ScanOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { tagFor } from '@millwright/contract/registry';
import { useWidth } from '../controls/use-width.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { locale, t } from '../kernel/language.tsx';
import { Allowed, isCompanyWide } from '../kernel/permission.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { entityText } from '../locales/entity.ts';
import { draftOf, withApplied, withAsked } from './filter-draft.ts';
import type { Filters as Conditions } from './list-address.ts';
import { filtersOf, fitting } from './list-filters.ts';
import type { ListFilter } from './list-filters.ts';
import type { List } from './use-list.ts';
import { useSiteField } from './use-sites.ts';
import './filters.css';
import { clearing } from '../controls/clearing.tsx';

export interface FiltersProps {
  readonly list: List;
  readonly first?: readonly string[] | undefined;
  /** Who may search and reset; the tag that opens the page unless given. */
  readonly tags?: readonly string[] | undefined;
}

/** The search row: what fits stands in one line, the rest folds; Enter searches. */
export function Filters({ list, first, tags }: FiltersProps) {
  const filters = useFilters(list, first);
  const { draft, set, search, reset } = useFilterDraft(list);
  const [open, setOpen] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const width = useWidth(row) || USUAL_WIDTH;
  const count = fitting(filters, width, BUTTONS_WIDTH);
  const folds = count < filters.length;
  return (
    <div
      ref={row}
      className="filters"
      role="search"
      onKeyDown={(event) => isSearchKey(event) && search()}
    >
      {filters.slice(0, open ? undefined : count).map((filter) => (
        <FilterBox key={filter.name} filter={filter} list={list} draft={draft} onChange={set} />
      ))}
      <div className="filters-end">
        {folds && (
          <Button
            type="link"
            className="filters-more"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {t(open ? entityText.fewerFilters : entityText.moreFilters)}{' '}
            {open ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
          </Button>
        )}
        <Allowed tags={tags ?? [tagFor(list.entity, 'list')]}>
          <span className="filters-buttons">
            <ActionButton onClick={reset}>{t(entityText.reset)}</ActionButton>
            <ActionButton color="primary" variant="outlined" onClick={search}>
              {t(entityText.search)}
            </ActionButton>
          </span>
        </Allowed>
      </div>
    </div>
  );
}

/** Px of the row before it is measured. */
const USUAL_WIDTH = 1106;
/** "More filters", reset and search with their gaps. */
const BUTTONS_WIDTH = locale === 'en_US' ? 262 : 230;

/** The conditions that the list offers to this person. */
export function useFilters(list: List, first?: readonly string[]): ListFilter[] {
  const site = useSiteField();
  return useMemo(
    () =>
      filtersOf(list.entity, site, isCompanyWide(), first).filter(
        ({ name }) => !(name in list.fixed),
      ),
    [list.entity, list.fixed, site, first],
  );
}

/** Conditions while they are chosen; they hold once searched for. What is chosen while that takes effect stays. */
export function useFilterDraft(list: List) {
  const applied = list.state.filters;
  const [now, setNow] = useState(() => draftOf(applied));
  // Not while drawing: React keeps what a drawing set that it gave up, and would hold it for what this page shows. The
  // effect runs again when a kept page comes back; what holds still leaves the draft alone then.
  useLayoutEffect(() => setNow((old) => withApplied(old, applied)), [applied]);
  const set = (name: string, value: Conditions[string] | undefined) =>
    setNow((old) => ({
      ...old,
      draft: Object.fromEntries(
        Object.entries({ ...old.draft, [name]: value }).filter(([, one]) => one !== undefined),
      ) as Conditions,
    }));
  const search = () => {
    const next = trimmed(now.draft);
    setNow((old) => withAsked(old, next));
    list.ask({ filters: next });
  };
  const reset = () => {
    setNow((old) => withAsked(old, list.usual.filters));
    list.ask({ ...list.usual });
  };
  return { draft: now.draft, set, search, reset };
}

interface FilterBoxProps {
  readonly filter: ListFilter;
  readonly list: List;
  readonly draft: Conditions;
  readonly onChange: (name: string, value: Conditions[string] | undefined) => void;
}

/** One condition; the text over code and name carries its label as its placeholder. */
export function FilterBox({ filter, list, draft, onChange }: FilterBoxProps) {
  const { name, field, width } = filter;
  const value = draft[name];
  const { Filter } = viewOf(field);
  return (
    <div className="filter-box" style={{ width }}>
      {name === 'keyword' ? (
        <Input
          placeholder={t(field.label)}
          title={t(field.label)}
          aria-label={t(field.label)}
          value={typeof value === 'string' ? value : ''}
          allowClear={clearing}
          {...((list.entity.fields[list.entity.code] as { scan?: boolean } | undefined)?.scan
            ? { suffix: <ScanOutlined aria-hidden /> }
            : {})}
          onChange={(event) =>
            onChange(name, event.target.value === '' ? undefined : event.target.value)
          }
        />
      ) : (
        Filter && (
          <Filter
            field={field}
            value={value}
            future={list.entity.future || (field as { future?: boolean }).future === true}
            onChange={(next) => onChange(name, next)}
          />
        )
      )}
    </div>
  );
}

function isSearchKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return false;
  return event.target.closest('.ant-select-open, .ant-picker-focused') === null;
}

function trimmed(draft: Conditions): Conditions {
  return Object.fromEntries(
    Object.entries(draft)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
      .filter(([, value]) => value !== ''),
  ) as Conditions;
}

import { FilterOutlined } from '@ant-design/icons';
import { tagFor } from '@millwright/contract/registry';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { say, t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { entityText } from '../locales/entity.ts';
import { FilterBox, useFilterDraft, useFilters } from './filters.tsx';
import type { FiltersProps } from './filters.tsx';
import './filter-sheet.css';

/** The search row of a phone: a button that opens a sheet from below. */
export function FilterSheet({ list, first, tags }: FiltersProps) {
  const filters = useFilters(list, first);
  const { draft, set, search, reset } = useFilterDraft(list);
  const [open, setOpen] = useState(false);
  const count = Object.keys(list.state.filters).length;
  const close = (act: () => void) => () => {
    act();
    setOpen(false);
  };
  if (!hasPermission(tags ?? [tagFor(list.entity, 'list')])) return null;
  return (
    <>
      <Button
        className="filter-sheet-button"
        icon={<FilterOutlined aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {count > 0 ? say(entityText.filterCount, { n: count }) : t(entityText.filters)}
      </Button>
      <Drawer
        placement="bottom"
        size="auto"
        open={open}
        onClose={() => setOpen(false)}
        title={t(entityText.filters)}
        className="filter-sheet"
        styles={{ section: { maxHeight: MOST_HEIGHT } }}
        footer={
          <div className="filter-sheet-foot">
            <Button onClick={close(reset)}>{t(entityText.reset)}</Button>
            <Button type="primary" onClick={close(search)}>
              {t(entityText.search)}
            </Button>
          </div>
        }
      >
        {filters.map((filter) => (
          <FilterBox key={filter.name} filter={filter} list={list} draft={draft} onChange={set} />
        ))}
      </Drawer>
    </>
  );
}

/** The bar on top stays in sight; further conditions are reached by scrolling inside the sheet. */
const MOST_HEIGHT = 'calc(100dvh - 56px)';

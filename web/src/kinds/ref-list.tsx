import { Button } from 'antd';
import type { SelectProps } from 'antd';
import type { ReactElement } from 'react';
import { t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import type { Option, OptionSearch } from './option-search.ts';
import type { PickOption } from './pick.tsx';

/** What a select needs to search in another entity and to load more of it. */
export function searching(list: OptionSearch): SelectProps {
  return {
    showSearch: { filterOption: false, onSearch: list.search },
    loading: list.loading,
    notFoundContent: list.loading ? t(entityText.loading) : t(entityText.nothingFound),
    onOpenChange: (open) => open && list.open(),
    onPopupScroll(event) {
      const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
      if (list.hasMore && scrollTop + clientHeight > scrollHeight - 40) list.more();
    },
    popupRender: (menu: ReactElement) => (
      <>
        {menu}
        {list.hasMore && (
          <Button
            type="link"
            size="small"
            block
            loading={list.loading}
            onMouseDown={(event) => event.preventDefault()}
            onClick={list.more}
          >
            {t(entityText.loadMore)}
          </Button>
        )}
      </>
    ),
  };
}

/**
 * The choices of a list, and the others that it offers besides: those chosen already where the list did not bring them.
 * They stand in front, but behind what a keyword found, so that Enter takes what was searched for.
 */
export function withOthers(
  { options, searched }: Pick<OptionSearch, 'options' | 'searched'>,
  others: readonly Option[],
): PickOption[] {
  const found = new Set(options.map((option) => option.id));
  const besides = others.filter((option) => !found.has(option.id));
  return (searched ? [...options, ...besides] : [...besides, ...options]).map((option) => ({
    value: option.id,
    label: option.label,
    disabled: option.disabled ?? false,
  }));
}

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

/** The choices found, with those chosen already in front when the search did not bring them. */
export function withChosen(options: readonly Option[], chosen: readonly Option[]): PickOption[] {
  const found = new Set(options.map((option) => option.id));
  return [...chosen.filter((option) => !found.has(option.id)), ...options].map((option) => ({
    value: option.id,
    label: option.label,
    disabled: option.disabled ?? false,
  }));
}

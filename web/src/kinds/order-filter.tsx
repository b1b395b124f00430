import { orderLabel } from '@millwright/contract/production/order-label';
import { AutoComplete, Input } from 'antd';
import { t } from '../kernel/language.tsx';
import { searchOrders, sharedOrders } from '../kernel/order-list.ts';
import type { OrderSuggestion } from '../kernel/order-list.ts';
import { useStore } from '../kernel/store.ts';
import { clearing } from '../controls/clearing.tsx';
import type { FilterProps } from './kind-view.ts';
import { useSearch } from './option-search.ts';
import type { Option } from './option-search.ts';
import { searching, withOthers } from './ref-list.tsx';

/** A condition on an order code: the site's newest orders are suggested, others by what is typed. */
export function OrderFilter({ field, value, onChange }: FilterProps) {
  const { orderList } = useStore(sharedOrders);
  const list = useSearch(pageOfOrders, orderList.map(optionOf));
  const { showSearch: _, notFoundContent: __, ...more } = searching(list);
  return (
    <AutoComplete
      {...more}
      className="order-filter"
      options={withOthers(list, [])}
      value={typeof value === 'string' ? value : ''}
      showSearch={{ filterOption: false, onSearch: list.search }}
      onChange={(code: string) => onChange(code === '' ? undefined : code)}
      popupMatchSelectWidth={false}
      allowClear={clearing}
    >
      <Input
        prefix={<span className="filter-label">{t(field.label)}</span>}
        aria-label={t(field.label)}
      />
    </AutoComplete>
  );
}

async function pageOfOrders(keyword: string, page: number) {
  const found = await searchOrders(keyword, page);
  return found && { total: found.total, list: found.list.map(optionOf) };
}

/** An order is chosen by its code and shown with its name. */
function optionOf(order: OrderSuggestion): Option {
  return { id: order.code, label: orderLabel(order) };
}

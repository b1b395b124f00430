import { dictItem } from '@millwright/contract/system/dict-item';
import { dictType } from '@millwright/contract/system/dict-type';
import { pathOf } from '@millwright/contract/menu';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import EntityPage from '../../../entity/entity-page.tsx';
import type { PageFormProps } from '../../../entity/entity-page.tsx';
import { EntityForm } from '../../../entity/entity-form.tsx';
import type { EntityRow } from '../../../entity/entity-row.ts';
import { keyOf } from '../../../entity/query-key.ts';
import { api } from '../../../kernel/api.ts';
import { t, titled } from '../../../kernel/language.tsx';
import { dictText as text } from '../../../locales/structure.ts';
import { usePage } from '../../../shell/page-context.ts';
import { dictItemCells } from '../../../system/dict-cells.tsx';
import { itemEntity } from '../../../system/dict-item-form.ts';
import '../../../system/system.css';

/** The values of one dictionary; an unknown one leads to 404. */
export default function DictDataPage() {
  const { dictId = '' } = useParams();
  const { setTitle } = usePage();
  const { data: type, error } = useQuery({
    queryKey: keyOf(dictType, 'row', dictId),
    queryFn: ({ signal }) => api.get<EntityRow>(`${dictType.path}/${dictId}`, undefined, { signal, quiet: true }),
    retry: false,
  });
  const name = type ? titled(String(type['dictName']), type['dictNameEn'] as string | undefined) : '';
  useEffect(() => {
    if (name) setTitle(`${t(text.items)} · ${name}`);
    // The page's own tab never changes under it.
  }, [name]);
  const fixed = useMemo(() => ({ dictId }), [dictId]);
  const Form = useMemo(() => type && formFor(type), [type]);
  if (error) return <Navigate to="/404" replace />;
  if (!type || !Form) return null;
  const note = type['system'] === true ? t(text.system) : undefined;
  return (
    <EntityPage entity={dictItem.name} columns={COLUMNS} filters={FILTERS} fixed={fixed} cells={dictItemCells} form={Form} {...(note ? { note } : {})}
      toolbar={() => <span className="dict-name"><Link to={pathOf('system/dict')} title={t(text.back)}>{name}</Link><small>{String(type['dictType'])}</small></span>} />
  );
}

const COLUMNS = ['itemText', 'itemTextEn', 'itemValue', 'color', 'orderNum', 'isDefault', 'status', 'remark'];
const FILTERS = ['status'];

/** The form of one item; its dictionary is the page's and not asked for. */
function formFor(type: EntityRow) {
  const entity = itemEntity(type['system'] === true);
  return function DictItemForm({ row, onClose }: PageFormProps) {
    return <EntityForm entity={entity} row={row} initial={row ? undefined : { dictId: type.id }} onClose={onClose} onSaved={onClose} />;
  };
}

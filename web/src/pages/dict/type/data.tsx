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
  const page = usePage();
  const { data: type, error } = useQuery({
    queryKey: keyOf(dictType, 'row', dictId),
    queryFn: ({ signal }) =>
      api.get<EntityRow>(`${dictType.path}/${dictId}`, undefined, { signal, quiet: true }),
    retry: false,
  });
  const name = type ? nameOf(type) : '';
  useEffect(() => {
    if (name) page.setTitle(`${t(text.items)} · ${name}`);
  }, [name, page]);
  const fixed = useMemo(() => ({ dictId }), [dictId]);
  const slots = useMemo(() => type && slotsFor(type), [type]);
  if (error) return <Navigate to="/404" replace />;
  if (!type || !slots) return null;
  return (
    <EntityPage
      entity={dictItem.name}
      columns={COLUMNS}
      filters={FILTERS}
      fixed={fixed}
      cells={dictItemCells}
      {...slots}
      {...(type['system'] === true ? { note: t(text.system), actions: OF_SYSTEM } : {})}
    />
  );
}

const COLUMNS = [
  'itemText',
  'itemTextEn',
  'itemValue',
  'color',
  'orderNum',
  'isDefault',
  'status',
  'remark',
];
const FILTERS = ['status'];
/** The values of the product's own dictionaries are neither added to nor taken away from. */
const OF_SYSTEM = ['edit', 'enable', 'import'];

/** What the page of one dictionary has of its own: its name on top; a form that does not ask for the dictionary. */
function slotsFor(type: EntityRow) {
  const entity = itemEntity(type['system'] === true);
  const form = ({ row, onClose }: PageFormProps) => (
    <EntityForm
      entity={entity}
      row={row}
      initial={row ? undefined : { dictId: type.id }}
      onClose={onClose}
      onSaved={onClose}
    />
  );
  const toolbar = () => (
    <span className="dict-name">
      <Link to={pathOf('system/dict')} title={t(text.back)}>
        {nameOf(type)}
      </Link>
      <small>{String(type['dictType'])}</small>
    </span>
  );
  return { form, toolbar };
}

function nameOf(type: EntityRow): string {
  return titled(String(type['dictName']), type['dictNameEn'] as string | undefined);
}

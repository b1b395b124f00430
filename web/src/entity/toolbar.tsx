import {
  ColumnHeightOutlined,
  ExportOutlined,
  ImportOutlined,
  PlusOutlined,
  ReloadOutlined,
} from '@ant-design/icons';
import { callsOf } from '@millwright/contract/kernel/calls';
import { pictureFields } from '@millwright/contract/kernel/sheet-pictures';
import { offers, tagFor } from '@millwright/contract/registry';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { ActionButton } from '../kernel/debounce.tsx';
import { downloadExcel } from '../kernel/download.ts';
import { say, t } from '../kernel/language.tsx';
import { later } from '../kernel/later.tsx';
import { Allowed } from '../kernel/permission.tsx';
import { changeSetting, settings } from '../kernel/settings.ts';
import type { Density } from '../kernel/settings.ts';
import { useStore } from '../kernel/store.ts';
import { entityText } from '../locales/entity.ts';
import { followJob } from '../tasks/jobs.ts';
import { Chips } from './chips.tsx';
import { ColumnSettings } from './column-settings.tsx';
import { nameOf } from './entity-words.ts';
import { queryOf } from './use-list.ts';
import type { List } from './use-list.ts';
import type { Columns } from './use-columns.ts';
import './toolbar.css';

// Few lists have pictures.
const PictureExport = later(() => import('./picture-export.tsx'));

interface ToolbarProps {
  readonly list: List;
  readonly columns?: Columns | undefined;
  /** Absent = nothing is created on this page. */
  readonly onCreate?: (() => void) | undefined;
  readonly onImport?: (() => void) | undefined;
  /** Stands in the place of button and chips while rows are selected. */
  readonly batch?: ReactNode;
  /** The page's own buttons, behind the primary one. */
  readonly children?: ReactNode;
  /** The phone has the conditions elsewhere. */
  readonly compact?: boolean;
}

/** One line: the primary action and the conditions (or the batch) left, the tools right; each as far as its tag allows. */
export function Toolbar({
  list,
  columns,
  onCreate,
  onImport,
  batch,
  children,
  compact,
}: ToolbarProps) {
  const { entity } = list;
  return (
    <div className="toolbar">
      {batch ?? (
        <>
          {!compact && <CreateButton list={list} onCreate={onCreate} />}
          {children}
          <Chips list={list} />
        </>
      )}
      {!compact && (
        <span className="toolbar-right">
          {onImport && offers(entity, 'import') && (
            <Allowed tags={[tagFor(entity, 'import')]}>
              <ActionButton icon={<ImportOutlined aria-hidden />} onClick={onImport}>
                {t(entityText.import)}
              </ActionButton>
            </Allowed>
          )}
          {offers(entity, 'export') && (
            <Allowed tags={[tagFor(entity, 'export')]}>
              <ActionButton
                icon={<ExportOutlined aria-hidden />}
                onClick={() => exportList(list, columns, false)}
              >
                {t(entityText.export)}
              </ActionButton>
              {pictureFields(entity).length > 0 && (
                <PictureExport onExport={() => exportList(list, columns, true)} />
              )}
            </Allowed>
          )}
          {columns && <ColumnSettings columns={columns} />}
          <DensityButton />
          <ActionButton
            icon={<ReloadOutlined spin={list.fetching} aria-hidden />}
            aria-label={t(entityText.refresh)}
            title={t(entityText.refresh)}
            onClick={list.refresh}
          />
        </span>
      )}
    </div>
  );
}

/** The one filled button of a list. It sends nothing, and the focus comes back to it from the form: it does not rest. */
export function CreateButton({ list, onCreate }: Pick<ToolbarProps, 'list' | 'onCreate'>) {
  const { entity } = list;
  if (!onCreate || !offers(entity, 'add')) return null;
  return (
    <Allowed tags={[tagFor(entity, 'add')]}>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onCreate}>
        {say(entityText.create, { name: nameOf(entity) })}
      </Button>
    </Allowed>
  );
}

/** The list as it is filtered, sorted and shown, as a workbook. */
async function exportList(
  list: List,
  columns: Columns | undefined,
  withPictures: boolean,
): Promise<void> {
  const { page: _page, limit: _limit, ...query } = queryOf(list.state, undefined, list.fixed);
  const shown = columns?.shown
    .filter((column) => column.type !== 'own')
    .map((column) => column.prop)
    .join(',');
  const job = await downloadExcel(
    callsOf(list.entity).export.path,
    { ...query, columns: shown, ...(withPictures && { pictures: '1' }) },
    t(list.entity.label),
  ).catch(() => undefined);
  if (job) followJob(job);
}

function DensityButton() {
  const density = useStore(settings, (state) => state.density);
  const items = [
    { key: 'dense', label: t(entityText.dense) },
    { key: 'standard', label: t(entityText.standard) },
    { key: 'touch', label: t(entityText.touch) },
  ] satisfies { key: Density; label: string }[];
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items,
        selectable: true,
        selectedKeys: [density],
        onClick: ({ key }) => changeSetting('density', key as Density),
      }}
    >
      <Button
        icon={<ColumnHeightOutlined aria-hidden />}
        aria-label={t(entityText.density)}
        title={t(entityText.density)}
      />
    </Dropdown>
  );
}

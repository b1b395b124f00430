import { ExportOutlined } from '@ant-design/icons';
import { equipmentStateLog } from '@millwright/contract/log/equipment-state';
import { tagFor } from '@millwright/contract/registry';
import { queryOf } from '../entity/use-list.ts';
import type { List } from '../entity/use-list.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { downloadExcel } from '../kernel/download.ts';
import { t } from '../kernel/language.tsx';
import { Allowed } from '../kernel/permission.tsx';
import { logText as text } from '../locales/logs.ts';

/** Downloads what the flags of each device add up to by shift, under the conditions of the list. */
export function ShiftExport({ list }: { list: List }) {
  const save = async () => {
    const { params } = queryOf(list.state, undefined, list.fixed);
    // A refusal is shown by the call itself.
    await downloadExcel(
      `${equipmentStateLog.path}/shifts/export`,
      { params },
      t(text.shiftExportName),
    ).catch(() => undefined);
  };
  return (
    <Allowed tags={[tagFor(equipmentStateLog, 'export')]}>
      <ActionButton icon={<ExportOutlined aria-hidden />} onClick={save}>
        {t(text.shiftExport)}
      </ActionButton>
    </Allowed>
  );
}

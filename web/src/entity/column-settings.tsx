import { SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { useState } from 'react';
import { StepButtons } from '../controls/step-buttons.tsx';
import { useFocusBack } from '../kernel/focus-back.ts';
import { t } from '../kernel/language.tsx';
import { moved } from '../kinds/rows.tsx';
import { entityText } from '../locales/entity.ts';
import type { Columns } from './use-columns.ts';
import './column-settings.css';

/** Which columns a list shows and in which order; kept for the person on every terminal. */
export function ColumnSettings({ columns }: { columns: Columns }) {
  const [open, setOpen] = useState(false);
  useFocusBack(open);
  return (
    <Popover
      trigger="click"
      onOpenChange={setOpen}
      placement="bottomRight"
      arrow={false}
      content={<ColumnChoices columns={columns} />}
    >
      <Button
        icon={<SettingOutlined aria-hidden />}
        aria-label={t(entityText.columns)}
        title={t(entityText.columns)}
      />
    </Popover>
  );
}

function ColumnChoices({ columns }: { columns: Columns }) {
  const shown = columns.shown.map((column) => column.prop);
  const toggle = (prop: string, on: boolean) =>
    columns.show(on ? [...shown, prop] : shown.filter((one) => one !== prop));
  return (
    <div className="column-choices">
      <ul>
        {columns.all.map((column) => {
          const at = shown.indexOf(column.prop);
          return (
            <li key={column.prop}>
              <Checkbox
                checked={at >= 0}
                disabled={at >= 0 && shown.length === 1}
                onChange={(event) => toggle(column.prop, event.target.checked)}
              >
                {column.label}
              </Checkbox>
              {at >= 0 && (
                <span>
                  <StepButtons
                    small
                    canUp={at > 0}
                    canDown={at < shown.length - 1}
                    onStep={(by) => columns.show(moved(shown, at, by))}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <Button type="link" size="small" onClick={columns.reset}>
        {t(entityText.defaultColumns)}
      </Button>
    </div>
  );
}

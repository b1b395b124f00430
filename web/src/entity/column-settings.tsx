import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import type { Columns } from './use-columns.ts';

/** Which columns a list shows and in which order; kept for the person on every terminal. */
export function ColumnSettings({ columns }: { columns: Columns }) {
  return (
    <Popover
      trigger="click"
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
  const move = (at: number, by: -1 | 1) => {
    const [one, other] = [shown[at], shown[at + by]];
    if (one && other)
      columns.show(
        shown.map((prop, index) => (index === at ? other : index === at + by ? one : prop)),
      );
  };
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
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowUpOutlined aria-hidden />}
                    disabled={at === 0}
                    aria-label={t(entityText.moveUp)}
                    onClick={() => move(at, -1)}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowDownOutlined aria-hidden />}
                    disabled={at === shown.length - 1}
                    aria-label={t(entityText.moveDown)}
                    onClick={() => move(at, 1)}
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

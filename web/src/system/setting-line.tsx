import { setting as entity } from '@millwright/contract/system/setting';
import { HistoryOutlined, RollbackOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { settingText as text } from '../locales/structure.ts';
import { SettingEditor, valueWords } from './setting-editor.tsx';
import { changeOf } from './setting-values.ts';
import type { ShownSetting } from './setting-values.ts';

interface SettingLineProps {
  readonly shown: ShownSetting;
  readonly siteId: string | null;
  readonly onHistory: () => void;
}

/** One setting: what it is, its value, its default, and the way back to it. */
export function SettingLine({ shown, siteId, onHistory }: SettingLineProps) {
  const client = useQueryClient();
  const { setting, value, isOwn } = shown;
  const mayEdit = hasPermission(['system:setting:edit']);
  const write = async (next: string | null) => {
    try {
      await api.put(`${entity.path}/${setting.key}`, changeOf(shown, siteId, next));
    } catch {
      // The refusal has been shown; the line shows what holds.
    }
    await client.invalidateQueries({ queryKey: keyOf(entity) });
  };
  const restore = t(siteId === null ? text.restore : text.removeOverride);
  return (
    <li className="setting-line">
      <div className="setting-name">
        <strong>{t(setting.name)}</strong>
        {isOwn && (
          <small className="setting-own">
            {t(siteId === null ? text.changed : text.overridden)}
          </small>
        )}
        <code>{setting.key}</code>
        {setting.help && <p>{t(setting.help)}</p>}
      </div>
      <div className="setting-value">
        <SettingEditor
          key={siteId}
          setting={setting}
          value={value}
          disabled={!mayEdit}
          onSave={write}
        />
        <p>
          {say(text.default, { value: valueWords(setting, setting.defaultValue) })}
          {setting.valueType === 'integer' && (
            <> · {say(text.range, { min: setting.min ?? 0, max: setting.max ?? '' })}</>
          )}
          {setting.publicAs && <> · {t(text.public)}</>}
        </p>
      </div>
      <div className="setting-tools">
        {isOwn && mayEdit && (
          <ActionButton
            type="text"
            icon={<RollbackOutlined />}
            aria-label={restore}
            title={restore}
            onClick={() => write(null)}
          />
        )}
        <Button
          type="text"
          icon={<HistoryOutlined />}
          aria-label={t(text.history)}
          title={t(text.history)}
          onClick={onHistory}
        />
      </div>
    </li>
  );
}

import { setting as entity } from '@millwright/contract/system/setting';
import type { Setting } from '@millwright/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { Pane } from '../entity/pane.tsx';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { settingText as text } from '../locales/structure.ts';
import { valueWords } from './setting-editor.tsx';
import '../entity/row-history.css';

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly operator: string | null;
  readonly changes:
    | readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
    | null;
}

/** Who changed a setting, when, from what to what. */
export function SettingHistory({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const { data } = useQuery({
    queryKey: keyOf(entity, 'history', setting.key),
    queryFn: ({ signal }) =>
      api.get<{ list: readonly Entry[] }>(`${entity.path}/${setting.key}/history`, undefined, {
        signal,
      }),
  });
  const words = (value: unknown) => {
    if (setting.valueType === 'secret')
      return value === null || value === undefined ? '—' : '••••••';
    return typeof value === 'string'
      ? valueWords(setting, value)
      : say(text.default, { value: valueWords(setting, setting.defaultValue) });
  };
  return (
    <Pane title={say(text.historyTitle, { name: setting.name })} takesFocus onClose={onClose}>
      {!data && <Skeleton active title={false} />}
      {data?.list.length === 0 && <p className="pane-empty">{t(text.noHistory)}</p>}
      <ol className="history">
        {data?.list.map((entry) => (
          <li key={entry.id}>
            <div className="history-head">
              <strong>{entry.operator ?? '—'}</strong>
              <time className="num">{wallOf(entry.at)}</time>
            </div>
            {(entry.changes ?? [])
              .filter(({ field }) => field === 'value')
              .map(({ before, after }) => (
                <p key="value">
                  {words(before)} <span aria-hidden="true">→</span> {words(after)}
                </p>
              ))}
          </li>
        ))}
      </ol>
    </Pane>
  );
}

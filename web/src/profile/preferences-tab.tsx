import { machineTool, robot } from '@millwright/contract/equipment/live-equipment';
import { tagFor } from '@millwright/contract/registry';
import { type BoardDensity, boardDensities } from '@millwright/contract/system/run-model';
import { Form, Segmented, Select, Switch } from 'antd';
import { useMemo } from 'react';
import { findables } from '../kernel/menu-search.ts';
import { locale, setLanguage, t } from '../kernel/language.tsx';
import { showsBell } from '../kernel/notifications.ts';
import { hasPermission } from '../kernel/permission.tsx';
import { session } from '../kernel/session-store.ts';
import { chooseTheme } from '../kernel/settings.ts';
import { useStore } from '../kernel/store.ts';
import { profileText as text } from '../locales/profile.ts';
import { shellText } from '../locales/shell.ts';
import { themeChoice } from '../theme-choice.ts';
import { NoticeChoices } from './notice-choices.tsx';
import { changeRunModel } from './run-model.ts';

/** Language, theme, start page, sound, density of walls. Each change acts at once. */
export function PreferencesTab() {
  const theme = useStore(themeChoice);
  const routes = useStore(session, (state) => state.routes);
  const user = useStore(session, (state) => state.user);
  // It is the bell that hears of alarms.
  const hasBell = showsBell(user?.useOrgCode ?? [], user?.sysConfig.notifyOrgCode);
  const pages = useMemo(
    () =>
      findables(routes)
        .filter((page) => !page.external)
        .map((page) => ({ value: page.path, label: [...page.trail, page.title].join(' / ') })),
    [routes],
  );
  const themes = [
    { value: 'light' as const, label: t(shellText.light) },
    { value: 'dark' as const, label: t(shellText.dark) },
    { value: 'system' as const, label: t(shellText.system) },
  ];
  return (
    <Form layout="vertical" className="profile-form">
      <Form.Item label={t(text.language)}>
        <Segmented
          value={locale}
          options={[
            { value: 'zh_CN' as const, label: '中文' },
            { value: 'en_US' as const, label: 'English' },
          ]}
          onChange={setLanguage}
        />
      </Form.Item>
      <Form.Item label={t(text.theme)}>
        <Segmented value={theme} options={themes} onChange={chooseTheme} />
      </Form.Item>
      <Form.Item label={t(text.startPage)} htmlFor="startPage">
        <Select
          id="startPage"
          showSearch={{ optionFilterProp: 'label' }}
          value={user?.sysConfig.homePath ?? '/home'}
          options={pages}
          onChange={(homePath: string) => void changeRunModel({ homePath })}
        />
      </Form.Item>
      {hasBell && (
        <Form.Item label={t(text.sound)}>
          <Switch
            aria-label={t(text.sound)}
            checked={user?.sysConfig.soundOnAlarm ?? false}
            onChange={(soundOnAlarm) => void changeRunModel({ soundOnAlarm })}
          />
        </Form.Item>
      )}
      {hasPermission(WALLS) && (
        <Form.Item label={t(text.boardDensity)} extra={t(text.boardDensityHelp)}>
          <Segmented
            aria-label={t(text.boardDensity)}
            value={user?.sysConfig.kanbanDensity ?? 'default'}
            options={DENSITIES.map((value) => ({ value, label: t(boardDensities[value]) }))}
            onChange={(kanbanDensity) => void changeRunModel({ kanbanDensity })}
          />
        </Form.Item>
      )}
      <NoticeChoices />
    </Form>
  );
}

const WALLS = [robot, machineTool].map((entity) => tagFor(entity, 'list'));
const DENSITIES = Object.keys(boardDensities) as BoardDensity[];

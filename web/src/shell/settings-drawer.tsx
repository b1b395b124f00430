import { Drawer, Segmented, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useFocusBack } from '../kernel/focus-back.ts';
import { t } from '../kernel/language.tsx';
import { changeSetting, chooseTheme, settings } from '../kernel/settings.ts';
import type { Settings } from '../kernel/settings.ts';
import { useStore } from '../kernel/store.ts';
import { shellText as text } from '../locales/shell.ts';
import { themeChoice } from '../theme-choice.ts';

/** Theme, main colour, density, header and logo; each change acts and is stored at once. */
export default function SettingsDrawer() {
  useFocusBack();
  const now = useStore(settings);
  const theme = useStore(themeChoice);
  return (
    <Drawer
      open
      title={t(text.settings)}
      size={384}
      onClose={() => changeSetting('showSettings', false)}
    >
      <Row label={t(text.theme)}>
        <Segmented
          value={theme}
          onChange={chooseTheme}
          options={[
            { value: 'light', label: t(text.light) },
            { value: 'dark', label: t(text.dark) },
            { value: 'system', label: t(text.system) },
          ]}
        />
      </Row>
      <Row label={t(text.primary)}>
        <Segmented
          value={now.primary}
          onChange={(value: Settings['primary']) => changeSetting('primary', value)}
          options={[
            { value: '', label: t(text.blue) },
            { value: '--s7', label: t(text.indigo) },
            { value: '--s4', label: t(text.plum) },
            { value: '--s6', label: t(text.brown) },
          ]}
        />
      </Row>
      <Row label={t(text.density)}>
        <Segmented
          value={now.density}
          onChange={(value: Settings['density']) => changeSetting('density', value)}
          options={[
            { value: 'dense', label: t(text.dense) },
            { value: 'standard', label: t(text.standard) },
            { value: 'touch', label: t(text.touch) },
          ]}
        />
      </Row>
      <Row label={t(text.fixedHeader)}>
        <Switch
          aria-label={t(text.fixedHeader)}
          checked={now.fixedHeader}
          onChange={(value) => changeSetting('fixedHeader', value)}
        />
      </Row>
      <Row label={t(text.sidebarLogo)}>
        <Switch
          aria-label={t(text.sidebarLogo)}
          checked={now.sidebarLogo}
          onChange={(value) => changeSetting('sidebarLogo', value)}
        />
      </Row>
    </Drawer>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="setting-row">
      <span>{label}</span>
      {children}
    </div>
  );
}

import { LoadingOutlined } from '@ant-design/icons';
import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import enUS from 'antd/es/locale/en_US';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useMemo } from 'react';
import { locale } from '../kernel/language.tsx';
import { queryClient } from '../kernel/query.ts';
import { settings } from '../kernel/settings.ts';
import { styleNonce } from '../kernel/style-nonce.ts';
import { useStore } from '../kernel/store.ts';
import { antdTheme } from '../theme.ts';
import { drawnTheme } from '../theme-choice.ts';
import { Layout } from './layout.tsx';
import './shell.css';

dayjs.locale(locale === 'zh_CN' ? 'zh-cn' : 'en');

/** Everything behind the sign-in: theme, languages and queries for the layout and its pages. */
export default function Shell() {
  const drawn = useStore(drawnTheme);
  const primary = useStore(settings, (state) => state.primary);
  const theme = useMemo(() => antdTheme(drawn, primary), [drawn, primary]);
  return (
    <ConfigProvider
      theme={theme}
      locale={locale === 'zh_CN' ? zhCN : enUS}
      csp={{ nonce: styleNonce }}
      button={BUTTONS}
    >
      <QueryClientProvider client={queryClient}>
        <Layout />
      </QueryClientProvider>
    </ConfigProvider>
  );
}

// The sign of waiting comes and goes at once: antd's own leaves with an animation, which may never end, and stays in the
// name of the button then.
const BUTTONS = { autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-hidden /> };

import type { ReactNode } from 'react';
import { later } from './kernel/later.tsx';
import LoginPage from './pages/login.tsx';

const DownloadPage = later(() => import('./pages/download.tsx'));
const ApkVersionPage = later(() => import('./pages/apkversion.tsx'));

/** The page of a public path. */
export function publicPage(path: string): ReactNode {
  if (path === '/download') return <DownloadPage />;
  if (path === '/apkversion') return <ApkVersionPage />;
  return <LoginPage />;
}

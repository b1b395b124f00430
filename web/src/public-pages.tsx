import { lazy } from 'react';
import type { ReactNode } from 'react';
import LoginPage from './pages/login.tsx';

const DownloadPage = lazy(() => import('./pages/download.tsx'));
const ApkVersionPage = lazy(() => import('./pages/apkversion.tsx'));

/** The page of a public path. */
export function publicPage(path: string): ReactNode {
  if (path === '/download') return <DownloadPage />;
  if (path === '/apkversion') return <ApkVersionPage />;
  return <LoginPage />;
}

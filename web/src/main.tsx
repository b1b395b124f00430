import './kernel/no-compiling.ts';
import './styles/base.css';
import './styles/controls.css';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { isPublic } from './kernel/guard.ts';
import { languageJustSwitched, languageTag, t } from './kernel/language.tsx';
import { loadSession } from './kernel/session.ts';
import { session } from './kernel/session-store.ts';
import { giveStylesTheNonce } from './kernel/style-nonce.ts';
import { locked } from './kernel/lock.ts';
import { showToast } from './kernel/toast.ts';
import { kernelText } from './locales/kernel.ts';
import { loadAhead } from './page-files.ts';
import { startTheme } from './theme-choice.ts';

giveStylesTheNonce();
document.documentElement.lang = languageTag;
startTheme();
if (languageJustSwitched()) showToast('success', t(kernelText.switched));

/** Screens on the wall are no part of the shell: they know neither session nor menu. */
const isBoard = location.pathname.startsWith('/board/');

// User, routes, layout and page travel side by side; drawing waits for all of them.
if (
  !isBoard &&
  session.get().phase === 'waiting' &&
  !locked.get() &&
  !isPublic(location.pathname)
) {
  loadSession().catch(() => undefined);
  void import('./shell/shell.tsx');
  loadAhead(location.pathname);
}

const root = document.getElementById('root');
if (root && isBoard) {
  void import('./kanban/start-board.tsx').then(({ startBoard }) => startBoard(root));
} else if (root) {
  createRoot(root).render(
    <BrowserRouter>
      <App />
    </BrowserRouter>,
  );
}

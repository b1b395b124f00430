import { createRoot } from 'react-dom/client';
import { locales } from '@millwright/contract/constants';
import { localeOf } from '../kernel/language.tsx';
import { storedToken, takeHandedToken } from './board-calls.ts';
import { BoardScreen } from './board-screen.tsx';
import { claimScreenName } from './screen-name.ts';
import { TokenForm } from './token-form.tsx';
import './board.css';

/**
 * Shows the board of the address `/board/<code>`, dark unless it says `?theme=light`; `?lang=en` or `zh` sets the
 * language of this screen.
 */
export async function startBoard(root: HTMLElement): Promise<void> {
  if (languageAsked()) return location.reload();
  const isLight = new URLSearchParams(location.search).get('theme') === 'light';
  document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark';
  takeHandedToken();
  addEventListener('hashchange', () => {
    takeHandedToken();
    location.reload();
  });
  void keepAwake();
  await claimScreenName();
  createRoot(root).render(storedToken() ? <BoardScreen /> : <TokenForm />);
}

/** Whether the address asks for another language than this screen speaks; it is kept then. */
function languageAsked(): boolean {
  const asked = new URLSearchParams(location.search).get('lang');
  if (asked === null) return false;
  const next = asked.startsWith('en') ? 'en_US' : 'zh_CN';
  if (localeOf(localStorage.getItem(locales.storageKey)) === next) return false;
  localStorage.setItem(locales.storageKey, next);
  return true;
}

/** Where the browser can, the screen does not go to sleep; it forgets that whenever the page was hidden. */
async function keepAwake(): Promise<void> {
  const ask = () => navigator.wakeLock?.request('screen').catch(() => undefined);
  await ask();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void ask();
  });
}

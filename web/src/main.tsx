import './kernel/no-compiling.ts';
import './styles/base.css';
import './styles/controls.css';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { languageJustSwitched, languageTag, t } from './kernel/language.tsx';
import { giveStylesTheNonce } from './kernel/style-nonce.ts';
import { showToast } from './kernel/toast.ts';
import { kernelText } from './locales/kernel.ts';
import { startTheme } from './theme-choice.ts';

giveStylesTheNonce();
document.documentElement.lang = languageTag;
startTheme();
if (languageJustSwitched()) showToast('success', t(kernelText.switched));

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <BrowserRouter>
      <App />
    </BrowserRouter>,
  );
}

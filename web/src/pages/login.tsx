import { useEffect, useState } from 'react';
import { LanguageSegments } from '../controls/language-segments.tsx';
import { runTimeConfig } from '../kernel/bases.ts';
import { t } from '../kernel/language.tsx';
import { kernelText } from '../locales/kernel.ts';
import { signInText as text } from '../locales/sign-in.ts';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { WheelPanel } from '../sign-in/wheel-panel.tsx';
import '../sign-in/login.css';

/** Sign-in: the drawing at the left, the form at the right. Uses none of the big components. */
export default function LoginPage() {
  const company = useCompanyName();
  useEffect(() => {
    document.title = `${t(text.signIn)} - ${t(kernelText.productName)}`;
  }, []);
  return (
    <main className="login">
      <WheelPanel />
      <section className="login-side">
        <div className="login-language">
          <LanguageSegments />
        </div>
        <div className="login-form">
          <p className="login-banner-small">{t(text.banner)}</p>
          <h1>{t(text.signIn)}</h1>
          <SignInForm />
          <nav className="login-clients" aria-label={t(text.clients)}>
            <span>{t(text.clients)}</span>
            <a href="/apkversion">{t(text.android)}</a>
            <a href="/download#kanban">{t(text.kanban)}</a>
            <a href="/download#label">{t(text.label)}</a>
            <a href="/download#browser">{t(text.browser)}</a>
          </nav>
        </div>
        <footer className="login-foot">
          <span>{company}</span>
          <span className="num">{__VERSION__}</span>
        </footer>
      </section>
    </main>
  );
}

function useCompanyName(): string {
  const [name, setName] = useState(t(kernelText.productName));
  useEffect(() => {
    void runTimeConfig().then((config) => config.companyName && setName(t(config.companyName)));
  }, []);
  return name;
}

import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { t } from '../kernel/language.tsx';
import { kernelText } from '../locales/kernel.ts';
import { signInText } from '../locales/sign-in.ts';
import { LanguageSegments } from './language-segments.tsx';
import { Logo } from './logo.tsx';
import './public-frame.css';

/** The frame of the public pages beside the sign-in: a dark bar, one column. */
export function PublicFrame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} - ${t(kernelText.productName)}`;
  }, [title]);
  return (
    <div className="public">
      <header>
        <Logo size={24} />
        <b>{t(kernelText.productName)}</b>
        <a href="/login">{t(signInText.backToSignIn)}</a>
        <LanguageSegments />
      </header>
      <main>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}

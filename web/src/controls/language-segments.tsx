import { locale, setLanguage, t } from '../kernel/language.tsx';
import { kernelText } from '../locales/kernel.ts';
import { signInText } from '../locales/sign-in.ts';

/** Both languages side by side; choosing the other one stores it and reloads. */
export function LanguageSegments() {
  return (
    <div className="segments" role="group" aria-label={t(signInText.language)}>
      <button
        type="button"
        lang="zh-CN"
        aria-pressed={locale === 'zh_CN'}
        title={titleFor('zh_CN')}
        onClick={() => choose('zh_CN')}
      >
        中文
      </button>
      <button
        type="button"
        lang="en-US"
        aria-pressed={locale === 'en_US'}
        title={titleFor('en_US')}
        onClick={() => choose('en_US')}
      >
        English
      </button>
    </div>
  );
}

function choose(next: 'zh_CN' | 'en_US'): void {
  if (next !== locale) setLanguage(next);
}

function titleFor(next: 'zh_CN' | 'en_US'): string | undefined {
  return next === locale ? undefined : t(kernelText.switchTo);
}

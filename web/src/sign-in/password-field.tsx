import { useState } from 'react';
import { t } from '../kernel/language.tsx';
import { signInText as text } from '../locales/sign-in.ts';

/** Password with an eye; pasting and password managers are welcome. */
export function PasswordField({
  value,
  missing,
  onChange,
}: {
  value: string;
  missing: boolean;
  onChange: (value: string) => void;
}) {
  const [shown, setShown] = useState(false);
  return (
    <div className="field">
      <label htmlFor="password">{t(text.password)}</label>
      <span className="field-box">
        <input
          id="password"
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          spellCheck={false}
          placeholder={t(text.passwordHint)}
          aria-invalid={missing}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          type="button"
          className="field-end"
          aria-label={t(shown ? text.hide : text.show)}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <svg
            width="16"
            height="16"
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.2"
            aria-hidden="true"
          >
            <path d="M1 8c1.8-3 4.2-4.6 7-4.6S13.2 5 15 8c-1.8 3-4.2 4.6-7 4.6S2.8 11 1 8z" />
            <circle cx="8" cy="8" r="2.3" />
            {!shown && <path d="M2.5 14 13.5 2" />}
          </svg>
        </button>
      </span>
      {missing && (
        <span className="field-problem" role="alert">
          {t(text.passwordHint)}
        </span>
      )}
    </div>
  );
}

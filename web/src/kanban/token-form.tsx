import { useState } from 'react';
import { t } from '../kernel/language.tsx';
import { boardText as text } from '../locales/board.ts';
import { storeToken } from './board-calls.ts';
import { boardCode } from './board-storage.ts';
import './token-form.css';

/** Asks for the token of this board once. */
export function TokenForm({ problem }: { problem?: string }) {
  const [token, setToken] = useState('');
  const begin = () => {
    if (token.trim() === '') return;
    storeToken(token.trim());
    location.reload();
  };
  return (
    <main>
      <form
        className="board-token"
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <h1>
          {t(text.signIn)} <span>{boardCode()}</span>
        </h1>
        <p>{t(text.signInHelp)}</p>
        <label htmlFor="board-token">{t(text.token)}</label>
        <input
          id="board-token"
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={token}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? 'board-problem' : undefined}
          onChange={(event) => setToken(event.target.value)}
        />
        {problem && (
          <p id="board-problem" className="is-bad" role="alert">
            {problem}
          </p>
        )}
        <button type="submit">{t(text.begin)}</button>
      </form>
    </main>
  );
}

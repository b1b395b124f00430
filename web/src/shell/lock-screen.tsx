import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { instantText } from '../kernel/dates-plain.ts';
import { t } from '../kernel/language.tsx';
import { lockedPerson, unlock } from '../kernel/lock-calls.ts';
import { Refusal } from '../kernel/refusal.ts';
import { sendOnEnter, useRest } from '../kernel/rest.ts';
import { kernelText } from '../locales/kernel.ts';
import { shellText as text } from '../locales/shell.ts';
import { signOut } from '../kernel/session.ts';
import './lock-screen.css';

/** The lock over everything: clock, person, site and one field. The server decides, not this page. */
export function LockScreen() {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [resting, rest] = useRest();
  const [how, setHow] = useState<'lock' | 'signIn'>('lock');
  const { name, site, zone } = lockedPerson();
  const hint = t(how === 'lock' ? text.byLockPassword : text.bySignInPassword);
  async function submit(event: FormEvent) {
    event.preventDefault();
    rest();
    if (typed === '' || busy) return;
    setBusy(true);
    try {
      await unlock(typed, how);
    } catch (error) {
      setProblem(error instanceof Refusal ? error.message : t(kernelText.error));
      setTyped('');
      setBusy(false);
    }
  }
  return (
    <section className="lock" aria-label={t(text.locked)}>
      <Clock zone={zone} />
      <p className="lock-person">{name}</p>
      <p className="lock-site">{site}</p>
      <div className="segments">
        <button type="button" aria-pressed={how === 'lock'} onClick={() => setHow('lock')}>
          {t(text.byLockPassword)}
        </button>
        <button type="button" aria-pressed={how === 'signIn'} onClick={() => setHow('signIn')}>
          {t(text.bySignInPassword)}
        </button>
      </div>
      <form onSubmit={(event) => void submit(event)} onKeyDown={sendOnEnter}>
        <span className="field-box">
          <input
            type="password"
            autoFocus
            autoComplete="off"
            aria-label={hint}
            placeholder={hint}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </span>
        <button type="submit" className="btn btn-primary" disabled={busy || resting}>
          {t(text.unlock)}
        </button>
      </form>
      <p className="lock-problem" role="alert">
        {problem}
      </p>
      <button type="button" className="lock-leave" onClick={() => void signOut()}>
        {t(text.signOut)}
      </button>
    </section>
  );
}

function Clock({ zone }: { zone: string | undefined }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <p className="lock-clock num">{instantText(now.toISOString(), zone).slice(11, 16)}</p>;
}

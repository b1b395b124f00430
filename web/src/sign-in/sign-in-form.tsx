import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { api } from '../kernel/api.ts';
import { instantText } from '../kernel/dates-plain.ts';
import { say, t } from '../kernel/language.tsx';
import { sendOnEnter, useRest } from '../kernel/rest.ts';
import { signIn } from '../kernel/session.ts';
import { showToast } from '../kernel/toast.ts';
import { signInText as text } from '../locales/sign-in.ts';
import { PasswordField } from './password-field.tsx';

interface Site {
  readonly id: string;
  readonly departName: string;
}

/** Account, password and site; what is missing stands at its field. */
export function SignInForm() {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [site, setSite] = useState(() => localStorage.getItem(LAST_SITE) ?? '');
  const [missing, setMissing] = useState<{ username?: boolean; password?: boolean }>({});
  const [busy, setBusy] = useState(false);
  const [resting, rest] = useRest();
  const sites = useSites();
  const chosen = sites.some((known) => known.id === site) ? site : '';

  async function submit(event: FormEvent) {
    event.preventDefault();
    rest();
    const gaps = { username: username.trim() === '', password: password === '' };
    setMissing(gaps);
    if (gaps.username || gaps.password || busy) return;
    setBusy(true);
    try {
      await enter(username, password, chosen);
    } catch {
      setBusy(false);
    }
  }

  return (
    <form
      className="login-fields"
      onSubmit={(event) => void submit(event)}
      onKeyDown={sendOnEnter}
      onInput={prefetchShell}
      noValidate
    >
      <label className="field">
        {t(text.account)}
        <span className="field-box">
          <input
            name="username"
            autoComplete="username"
            autoFocus
            spellCheck={false}
            autoCapitalize="none"
            placeholder={t(text.accountHint)}
            aria-invalid={missing.username}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        </span>
        {missing.username && (
          <span className="field-problem" role="alert">
            {t(text.accountHint)}
          </span>
        )}
      </label>
      <PasswordField value={password} missing={missing.password ?? false} onChange={setPassword} />
      {sites.length > 0 && <SiteField sites={sites} value={chosen} onChange={setSite} />}
      <button type="submit" className="btn btn-primary login-button" disabled={busy || resting}>
        {t(text.signIn)}
      </button>
    </form>
  );
}

function SiteField({
  sites,
  value,
  onChange,
}: {
  sites: readonly Site[];
  value: string;
  onChange: (id: string) => void;
}) {
  return (
    <label className="field">
      {t(text.site)}
      <span className="field-box">
        <select name="site" value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t(text.usualSite)}</option>
          {sites.map((site) => (
            <option key={site.id} value={site.id}>
              {site.departName}
            </option>
          ))}
        </select>
        <span className="field-end">
          <svg
            width="12"
            height="12"
            viewBox="0 0 12 12"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.2"
            aria-hidden="true"
          >
            <path d="M1 3.2l5 5.6 5-5.6" />
          </svg>
        </span>
      </span>
    </label>
  );
}

const LAST_SITE = 'lastSite';

async function enter(username: string, password: string, site: string): Promise<void> {
  const answer = await signIn(username, password, site || undefined);
  if (site) localStorage.setItem(LAST_SITE, site);
  else localStorage.removeItem(LAST_SITE);
  const last = answer.lastLogin;
  if (last) showToast('info', say(text.lastLogin, { time: instantText(last.time), ip: last.ip }));
}

/** While the person types, the browser fetches what comes after. */
let prefetched = false;
function prefetchShell(): void {
  if (prefetched) return;
  prefetched = true;
  void import('../shell/shell.tsx');
  void import('../pages/home.tsx');
}

function useSites(): readonly Site[] {
  const [sites, setSites] = useState<readonly Site[]>([]);
  useEffect(() => {
    api
      .get<readonly Site[] | null>(
        '/api/user/auth/you/can/switch/site',
        { isAll: true },
        { quiet: true },
      )
      .then(
        (list) => setSites(list ?? []),
        () => undefined,
      );
  }, []);
  return sites;
}

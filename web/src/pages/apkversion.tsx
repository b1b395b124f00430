import { useEffect, useState } from 'react';
import { PublicFrame } from '../controls/public-frame.tsx';
import { QrPicture } from '../controls/qr-picture.tsx';
import { api } from '../kernel/api.ts';
import { t } from '../kernel/language.tsx';
import { signInText as text } from '../locales/sign-in.ts';

/** The Android client that terminals should run. */
interface ApkVersion {
  readonly version: string;
  readonly minimumVersion?: string | null;
  readonly notes?: string | null;
  readonly force?: boolean;
  readonly url?: string | null;
}

/** Current Android version with its notes and a code to scan. */
export default function ApkVersionPage() {
  const [state, setState] = useState<{
    apk: ApkVersion | null;
    phase: 'loading' | 'done' | 'failed';
  }>({ apk: null, phase: 'loading' });
  useEffect(() => {
    api.get<ApkVersion | null>('/api/public/apkversion', undefined, { quiet: true }).then(
      (apk) => setState({ apk: apk?.version ? apk : null, phase: 'done' }),
      () => setState({ apk: null, phase: 'failed' }),
    );
  }, []);
  return (
    <PublicFrame title={t(text.apkTitle)}>
      {state.phase === 'failed' && <p className="public-note">{t(text.failed)}</p>}
      {state.phase === 'done' && !state.apk && <p className="public-note">{t(text.noApk)}</p>}
      {state.apk && <ApkCard apk={state.apk} />}
    </PublicFrame>
  );
}

function ApkCard({ apk }: { apk: ApkVersion }) {
  return (
    <article className="public-card">
      <div>
        <h2 className="num">{apk.version}</h2>
        <dl>
          {apk.minimumVersion && <dt>{t(text.minimum)}</dt>}
          {apk.minimumVersion && <dd className="num">{apk.minimumVersion}</dd>}
          {apk.notes && <dt>{t(text.notes)}</dt>}
          {apk.notes && <dd className="public-notes">{apk.notes}</dd>}
        </dl>
        {apk.force && <p className="public-force">{t(text.force)}</p>}
        {apk.url && (
          <a className="btn btn-primary" href={apk.url}>
            {t(text.download)}
          </a>
        )}
      </div>
      {apk.url && <QrPicture value={new URL(apk.url, location.href).href} label={t(text.scan)} />}
    </article>
  );
}

import { useEffect, useState } from 'react';
import { PublicFrame } from '../controls/public-frame.tsx';
import { api } from '../kernel/api.ts';
import { instantText } from '../kernel/dates-plain.ts';
import { t, titled } from '../kernel/language.tsx';
import { rowsOf } from '../kernel/order-list.ts';
import { QrPicture } from '../controls/qr-picture.tsx';
import { signInText as text } from '../locales/sign-in.ts';

/** A package that anybody may download. */
interface Package {
  readonly kind: string;
  readonly name: string;
  readonly nameEn?: string;
  readonly version: string;
  readonly size: number;
  readonly sha256: string;
  readonly url: string;
  readonly publishTime?: string;
}

/** Packages for the public: Android, kanban, label printing, browser. */
export default function DownloadPage() {
  const [state, setState] = useState<{
    rows: readonly Package[];
    phase: 'loading' | 'done' | 'failed';
  }>({ rows: [], phase: 'loading' });
  useEffect(() => {
    api.get<unknown>('/api/public/downloads', undefined, { quiet: true }).then(
      (answer) => setState({ rows: rowsOf(answer) as Package[], phase: 'done' }),
      () => setState({ rows: [], phase: 'failed' }),
    );
  }, []);
  return (
    <PublicFrame title={t(text.downloads)}>
      {state.phase === 'failed' && <p className="public-note">{t(text.failed)}</p>}
      {state.phase === 'done' && state.rows.length === 0 && (
        <p className="public-note">{t(text.noPackages)}</p>
      )}
      {state.rows.map((row) => (
        <PackageCard key={row.kind + row.version} row={row} />
      ))}
    </PublicFrame>
  );
}

function PackageCard({ row }: { row: Package }) {
  return (
    <article className="public-card" id={row.kind}>
      <div>
        <h2>{titled(row.name, row.nameEn)}</h2>
        <dl>
          <dt>{t(text.version)}</dt>
          <dd>{row.version}</dd>
          <dt>{t(text.size)}</dt>
          <dd className="num">{megabytes(row.size)} MB</dd>
          {row.publishTime && <dt>{t(text.released)}</dt>}
          {row.publishTime && <dd className="num">{instantText(row.publishTime)}</dd>}
          <dt>SHA-256</dt>
          <dd className="public-hash">{row.sha256}</dd>
        </dl>
        <a className="btn btn-primary" href={row.url}>
          {t(text.download)}
        </a>
      </div>
      <QrPicture value={new URL(row.url, location.href).href} label={t(text.scan)} />
    </article>
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}

import { useNavigate } from 'react-router';
import { t } from '../kernel/language.tsx';
import { shellText } from '../locales/shell.ts';

/** A page that exists but is not this person's. */
export function Forbidden() {
  const navigate = useNavigate();
  return (
    <div className="notice-page">
      <h1 className="notice-code">403</h1>
      <p>{t(shellText.forbidden)}</p>
      <p className="notice-actions">
        <button type="button" className="btn" onClick={() => void navigate(-1)}>
          {t(shellText.back)}
        </button>
        <button type="button" className="btn btn-primary" onClick={() => void navigate('/home')}>
          {t(shellText.goHome)}
        </button>
      </p>
    </div>
  );
}

import { useNavigate } from 'react-router';
import { say, t } from '../kernel/language.tsx';
import { shellText } from '../locales/shell.ts';

/** Stands where a menu entry names a page that this build does not hold. */
export function Placeholder({ name }: { name: string }) {
  const navigate = useNavigate();
  return (
    <div className="notice-page">
      <p>{say(shellText.unpublished, { name })}</p>
      <p className="notice-actions">
        <button type="button" className="btn btn-primary" onClick={() => void navigate('/home')}>
          {t(shellText.goHome)}
        </button>
      </p>
    </div>
  );
}

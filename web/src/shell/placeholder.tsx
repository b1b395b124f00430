import { useNavigate } from 'react-router';
import { say, t } from '../kernel/language.tsx';
import { routeTitle } from '../kernel/menu-routes.ts';
import type { FlatRoute } from '../kernel/menu-routes.ts';
import { shellText } from '../locales/shell.ts';

/** Stands where a menu entry names a page that this build does not hold. */
export function Placeholder({ route }: { route: FlatRoute }) {
  const navigate = useNavigate();
  const name = routeTitle(route) || route.component;
  return (
    <div className="notice-page">
      <p>{say(shellText.unpublished, { name })}</p>
      <p className="notice-why">{t(shellText.comesLater)}</p>
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

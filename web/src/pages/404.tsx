import { useLocation, useNavigate } from 'react-router';
import { MenuSearch } from '../shell/menu-search.tsx';
import { t } from '../kernel/language.tsx';
import { shellText as text } from '../locales/shell.ts';

/** An address that nothing stands at: the address, ways back, and the menu search. */
export default function NotFoundPage() {
  const { state } = useLocation() as { state: { from?: string } | null };
  const navigate = useNavigate();
  return (
    <div className="notice-page">
      <b className="notice-code">404</b>
      <p>{t(text.notFound)}</p>
      {state?.from && <code>{state.from}</code>}
      <MenuSearch />
      <p className="notice-actions">
        <button type="button" className="btn" onClick={() => void navigate(-1)}>
          {t(text.back)}
        </button>
        <button type="button" className="btn btn-primary" onClick={() => void navigate('/home')}>
          {t(text.goHome)}
        </button>
      </p>
    </div>
  );
}

import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { renewPage, tabs } from '../kernel/tabs.ts';

/** `/redirect/{path}`: forgets the page of the path and shows it anew. */
export function Redirect() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const path = pathname.slice('/redirect'.length);
    const tab = tabs.get().find((open) => open.path === path);
    if (tab) renewPage(tab.key);
    void navigate(path + search, { replace: true });
  }, [pathname, search, navigate]);
  return null;
}

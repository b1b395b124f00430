import { Link } from 'react-router';
import { t } from '../kernel/language.tsx';
import { crumbs } from '../kernel/crumbs.ts';
import type { FlatRoute } from '../kernel/menu-routes.ts';
import { useStore } from '../kernel/store.ts';
import { tabs } from '../kernel/tabs.ts';
import { shellText } from '../locales/shell.ts';

/** Where the page stands in the menu. */
export function Breadcrumb({ route }: { route: FlatRoute | undefined }) {
  const own = useStore(tabs, (open) => open.find((tab) => tab.path === location.pathname)?.title);
  const steps = route
    ? crumbs(route, { title: t(shellText.home), path: '/home', clickable: true })
    : [];
  return (
    <nav className="crumbs" aria-label={t(shellText.breadcrumb)}>
      <ol>
        {steps.map((step, index) => {
          const last = index === steps.length - 1;
          return (
            <li key={step.path + step.title} aria-current={last ? 'page' : undefined}>
              {step.clickable && !last ? (
                <Link to={step.path}>{step.title}</Link>
              ) : last && own ? (
                own
              ) : (
                step.title
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

import { Link, useLocation } from 'react-router';
import type { Destination } from '../platform/feature.ts';
import classes from './page-tabs.module.css';
import { isSamePage, preload } from './routes.ts';
import { t } from './shell.texts.ts';

/** Links to the pages that share a menu entry. */
export function PageTabs({ tabs }: { tabs: readonly Destination[] }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={t.pageTabs} className={classes.tabs}>
      {tabs.map(({ path, label, tabLabel = label }) => (
        <Link
          key={path}
          to={path}
          aria-current={isSamePage(path, pathname) ? 'page' : undefined}
          onPointerEnter={() => preload(path)}
          onFocus={() => preload(path)}
        >
          {tabLabel()}
        </Link>
      ))}
    </nav>
  );
}

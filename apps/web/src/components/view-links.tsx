import { Link, useLocation } from 'react-router';
import { t } from './components.texts.ts';
import classes from './view-links.module.css';

interface ViewLinksProps {
  /** The first is that of the address without a view. */
  views: readonly { name: string; label: string }[];
  view: string;
}

/** The views of a page, each with an address of its own. The way back from the page stays what it was. */
export function ViewLinks({ views, view }: ViewLinksProps) {
  const { state } = useLocation();
  return (
    <nav className={classes.views} aria-label={t.views}>
      {views.map(({ name, label }, index) => (
        <Link
          key={name}
          to={index === 0 ? '?' : `?view=${name}`}
          state={state}
          aria-current={name === view ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

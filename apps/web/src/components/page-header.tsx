import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../platform/i18n.ts';
import { usePageTitle } from '../platform/page-title.ts';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  text?: ReactNode;
  back?: { to: string; label: string };
  /** Before the title, as a picture of its subject. */
  figure?: ReactNode;
  /** After the title, as a state of its subject. */
  badge?: ReactNode;
  actions?: ReactNode;
  /** How much on this page waits to be done, told in the browser's tab. */
  pending?: number | undefined;
}

export function PageHeader({ title, text, back, figure, badge, actions, pending }: PageHeaderProps) {
  usePageTitle(pending ? `(${formatNumber(pending)}) ${title}` : title);
  return (
    <header className={classes.header}>
      {back && (
        <Link to={back.to} className={classes.back}>
          <IconChevronLeft size={16} aria-hidden />
          {back.label}
        </Link>
      )}
      <div className={classes.row}>
        {figure}
        <div className={classes.titles}>
          <h1 dir="auto">
            {title} {badge}
          </h1>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </header>
  );
}

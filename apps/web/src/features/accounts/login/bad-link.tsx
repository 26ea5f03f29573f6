import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './accounts.login.module.css';
import { t } from './accounts.login.texts.ts';

interface BadLinkProps {
  reason: string;
  /** Where to get another one; by default where that of a password is sent from. */
  another?: ReactNode;
}

/** In place of a form whose link is of no use. */
export function BadLink({ reason, another }: BadLinkProps) {
  return (
    <div className={classes.form} role="alert">
      <h1>{t.linkTitle}</h1>
      <p className={classes.intro}>{reason}</p>
      {another ?? (
        <Link to="/recover-password" className={classes.action}>
          {t.linkNew}
        </Link>
      )}
      <p className={classes.foot}>
        <Link to="/login">{t.backToLogin}</Link>
      </p>
    </div>
  );
}

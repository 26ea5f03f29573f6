import type { ReactNode } from 'react';
import { PublicLink } from '../../platform/public-navigation.tsx';
import classes from './login.module.css';
import { t } from './login.texts.ts';

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
        <PublicLink to="/recover-password" className={classes.action}>
          {t.linkNew}
        </PublicLink>
      )}
      <p className={classes.foot}>
        <PublicLink to="/login">{t.backToLogin}</PublicLink>
      </p>
    </div>
  );
}

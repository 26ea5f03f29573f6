import { Outlet } from 'react-router';
import { useCurrentUser } from '../features/accounts/accounts.users.queries.ts';
import { useLocale } from '../platform/i18n.ts';
import { t } from './app.texts.ts';
import classes from './message-page.module.css';

/** Refuses in the page itself: a call that the API refuses would end the session. */
export function SuperusersOnly() {
  useLocale();
  const { is_superuser } = useCurrentUser();
  if (is_superuser) return <Outlet />;
  return (
    <div className={`${classes.page} ${classes.inset}`}>
      <h1>{t.refusedTitle}</h1>
      <p className={classes.text}>{t.refusedText}</p>
    </div>
  );
}

import { useRouteError } from 'react-router';
import { useLocale } from '../platform/i18n.ts';
import { t } from './app.texts.ts';
import classes from './message-page.module.css';

/** What stands in place of a page that failed: never a blank one. */
export function RouteError() {
  const error = useRouteError();
  useLocale();
  return (
    <div className={`${classes.page} ${classes.inset}`} role="alert">
      <h1>{t.errorTitle}</h1>
      <p className={classes.text}>{t.errorText}</p>
      <p className={classes.text} lang="en">
        {error instanceof Error ? error.message : String(error)}
      </p>
      <button type="button" className={classes.action} onClick={() => window.location.reload()}>
        {t.reload}
      </button>
    </div>
  );
}

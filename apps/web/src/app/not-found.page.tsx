import { usePageTitle } from '../platform/page-title.ts';
import { t } from './app.texts.ts';
import classes from './message-page.module.css';

export function NotFoundPage() {
  usePageTitle(t.notFoundText);
  return (
    <main className={classes.page} data-testid="not-found">
      <p className={classes.code}>404</p>
      <h1>{t.notFoundTitle}</h1>
      <p className={classes.text}>{t.notFoundText}</p>
      <a href="/" className={classes.action}>
        {t.goBack}
      </a>
    </main>
  );
}

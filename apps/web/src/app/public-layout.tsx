import { Outlet } from 'react-router';
import { LanguageSwitch } from '../components/language-switch.tsx';
import { Logo } from '../components/logo.tsx';
import { ThemeToggle } from '../components/theme-toggle.tsx';
import { rememberChoice } from '../platform/chosen.ts';
import { setTheme } from '../platform/color-scheme.ts';
import { t } from './app.texts.ts';
import classes from './public-layout.module.css';

/** Around the pages of people who are not signed in. */
export function PublicLayout() {
  return (
    <div className={classes.page}>
      <aside className={classes.brand}>
        <Logo size={36} />
        <div className={classes.pitch}>
          <p className={classes.tagline}>{t.tagline}</p>
          <p className={classes.more}>{t.taglineMore}</p>
        </div>
      </aside>
      <div className={classes.side}>
        <header className={classes.bar}>
          <span className={classes.smallLogo}>
            <Logo size={28} />
          </span>
          <LanguageSwitch onChange={(locale) => rememberChoice({ locale })} />
          <ThemeToggle
            onChange={(theme) => {
              setTheme(theme);
              rememberChoice({ theme });
            }}
          />
        </header>
        <main className={classes.main}>
          <div className={classes.card}>
            <Outlet />
          </div>
        </main>
      </div>
    </div>
  );
}

import { LOCALES, type Locale, setLocale, useLocale } from '../platform/i18n.ts';
import { t } from './components.texts.ts';
import classes from './language-switch.module.css';

const NAMES = { fr: 'Français', en: 'English' };

/** Each language is named in itself, so that whoever is lost finds it. */
export function LanguageSwitch({ onChange }: { onChange?: (locale: Locale) => void }) {
  const current = useLocale();
  return (
    <div className={classes.group} role="group" aria-label={t.language}>
      {LOCALES.map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          title={NAMES[locale]}
          className={classes.option}
          aria-label={`${locale.toUpperCase()}, ${NAMES[locale]}`}
          aria-pressed={locale === current}
          onClick={() => {
            setLocale(locale);
            onChange?.(locale);
          }}
        >
          {locale.toUpperCase()}
        </button>
      ))}
    </div>
  );
}

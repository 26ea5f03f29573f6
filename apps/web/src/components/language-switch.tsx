import { LOCALES } from '@agora/contract/shared/locales';
import { Button } from '@mantine/core';
import { type Locale, setLocale, useLocale } from '../platform/i18n.ts';
import { t } from './language-switch.texts.ts';

const NAMES = { fr: 'Français', en: 'English' };

/** Languages are named in themselves, so that their readers find them. */
export function LanguageSwitch({ onChange }: { onChange?: (locale: Locale) => void }) {
  const current = useLocale();
  return (
    <Button.Group aria-label={t.language}>
      {LOCALES.map((locale) => (
        <Button
          key={locale}
          size="compact-sm"
          variant={locale === current ? 'light' : 'subtle'}
          color={locale === current ? undefined : 'gray'}
          lang={locale}
          title={NAMES[locale]}
          aria-label={`${locale.toUpperCase()}, ${NAMES[locale]}`}
          aria-pressed={locale === current}
          onClick={() => {
            setLocale(locale);
            onChange?.(locale);
          }}
        >
          {locale.toUpperCase()}
        </Button>
      ))}
    </Button.Group>
  );
}

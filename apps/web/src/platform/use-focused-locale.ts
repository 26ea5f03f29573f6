import { LOCALES } from '@agora/contract/shared/locales';
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { getLocale, type Locale } from './i18n.ts';

/** Language of a preview: that of the field written last, unless another is chosen. */
export function useFocusedLocale() {
  const [locale, setLocale] = useState<Locale>(getLocale());
  useWindowEvent('focusin', ({ target }) => {
    const written = LOCALES.find((each) => target instanceof HTMLElement && target.lang === each);
    if (written) setLocale(written);
  });
  return [locale, setLocale] as const;
}

import { useLocale } from './i18n.ts';

/** A stored text, such as a form error, that still follows the language of the page. */
export function Localized({ text }: { text: () => string }) {
  useLocale();
  return text();
}

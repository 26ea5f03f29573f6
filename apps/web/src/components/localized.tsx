import { useLocale } from '../platform/i18n.ts';

/** A text that is kept, as an error in a form is, and still follows the language of the page. */
export function Localized({ text }: { text: () => string }) {
  useLocale();
  return text();
}

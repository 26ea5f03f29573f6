import { t } from './api-errors.texts.ts';
import { mergeTexts } from './i18n.ts';

/** Texts of errors, by error code. */
export let apiErrorTexts: typeof t & Readonly<Record<string, unknown>> = t;

/** Adds the texts of the features, which the platform must not import. */
export function addApiErrorTexts(texts: object): void {
  apiErrorTexts = mergeTexts([t, texts]) as typeof apiErrorTexts;
}

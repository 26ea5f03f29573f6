import { t } from './api-errors.texts.ts';
import { mergeTexts } from './i18n.ts';

/** Texts of refusals, by their codes. */
export let apiErrorTexts: typeof t & Readonly<Record<string, unknown>> = t;

/** Adds the texts of the features, which this folder does not know. */
export function addApiErrorTexts(texts: object): void {
  apiErrorTexts = mergeTexts([t, texts]) as typeof apiErrorTexts;
}

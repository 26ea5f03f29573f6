import type { t } from './api-errors.texts.ts';
import { mergeTexts } from './i18n.ts';

type ApiErrorTexts = typeof t & Readonly<Record<string, unknown>>;

let loadOfFeatures = (): Promise<object> => Promise.resolve({});
let texts: ApiErrorTexts | undefined;

/** Sets how the texts of the features are loaded. */
export function setApiErrorTexts(load: () => Promise<object>): void {
  loadOfFeatures = load;
}

/** Texts of refusals, loaded with the first refusal: most visits need none of them. */
export const apiErrorTexts = (): ApiErrorTexts | undefined => texts;

/** Loads the texts; if that fails, refusals are shown in the API's words. */
export async function loadApiErrorTexts(): Promise<void> {
  texts ??= await loadAll().catch(() => undefined);
}

async function loadAll(): Promise<ApiErrorTexts> {
  const [{ t }, ofFeatures] = await Promise.all([import('./api-errors.texts.ts'), loadOfFeatures()]);
  return mergeTexts([t, ofFeatures]) as ApiErrorTexts;
}

import { mergeTexts } from './i18n.ts';
import type { t } from './refusals.texts.ts';

type RefusalTexts = typeof t & Readonly<Record<string, unknown>>;

let loadOfFeatures = (): Promise<object> => Promise.resolve({});
let texts: RefusalTexts | undefined;

/** Sets how the texts of the features are loaded. */
export function setRefusalTexts(load: () => Promise<object>): void {
  loadOfFeatures = load;
}

/** Texts of refusals, loaded with the first refusal: most visits need none of them. */
export const refusalTexts = (): RefusalTexts | undefined => texts;

/** Loads the texts; if that fails, refusals are shown in the API's words. */
export async function loadRefusalTexts(): Promise<void> {
  texts ??= await loadAll().catch(() => undefined);
}

async function loadAll(): Promise<RefusalTexts> {
  const [{ t }, ofFeatures] = await Promise.all([import('./refusals.texts.ts'), loadOfFeatures()]);
  return mergeTexts([t, ofFeatures]) as RefusalTexts;
}

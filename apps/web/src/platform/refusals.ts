import type { t } from './refusals.texts.ts';

let texts: typeof t | undefined;

/** Texts of refusals, loaded with the first refusal: most visits need none of them. */
export const refusalTexts = (): typeof t | undefined => texts;

/** Loads the texts; if that fails, refusals are shown in the API's words. */
export async function loadRefusalTexts(): Promise<void> {
  texts ??= await import('./refusals.texts.ts').then((loaded) => loaded.t).catch(() => undefined);
}

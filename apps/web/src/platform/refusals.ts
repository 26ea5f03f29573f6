import type { t } from './refusals.texts.ts';

let texts: typeof t | undefined;

/** What refusals are called, once one has been met: most visits need none of these texts. */
export const refusalTexts = (): typeof t | undefined => texts;

/** Loads them; should that fail, refusals are told as the API words them. */
export async function loadRefusalTexts(): Promise<void> {
  texts ??= await import('./refusals.texts.ts').then((loaded) => loaded.t).catch(() => undefined);
}

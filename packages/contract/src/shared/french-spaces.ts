/** No-break spaces of French (Lexique des règles typographiques, Imprimerie nationale). */
export const NARROW_SPACE = '\u202f';
export const FULL_SPACE = '\u00a0';

/** Replaces ordinary spaces in French text: narrow no-break ones before `; ! ?`, full ones before `: % €` and inside « ». */
export const spaceFrench = (text: string): string =>
  text
    .replaceAll(/ (?=[;!?])/g, NARROW_SPACE)
    .replaceAll(/ (?=[:%€»])/g, FULL_SPACE)
    .replaceAll('« ', `«${FULL_SPACE}`);

import { spaceFrench } from './french-spaces.ts';

/** True for a word that is or contains an address, which stays unchanged. */
function hasAddress(word: string): boolean {
  const at = word.indexOf('@');
  const isMail = at > 0 && word.indexOf('.', at + 2) > 0;
  return isMail || word.includes('://') || /(?:mailto|tel):|www\./i.test(word);
}

/** Typesets the text between addresses. Quotes set by one pass may match a rule of the next. */
function between(text: string): string {
  const typeset = pass(text);
  return typeset === text ? text : between(typeset);
}

const pass = (text: string): string =>
  spaceFrench(
    text
      .replaceAll(/(\p{L})'(?=\p{L})/gu, '$1’')
      .replaceAll(/«[ \u00a0\u202f]*(?=\S)/gu, '« ')
      .replaceAll(/(?<=\S)[ \u00a0\u202f]*»/gu, ' »')
      // A colon or similar sign after a space, or at the end of a word, but not within a time (16:42) or a word.
      .replaceAll(/(?<=\S)[ \u00a0\u202f]+(?=[;:!?])/gu, ' ')
      .replaceAll(/(?<=[\p{L}\p{N}»)…])(?=[;!?]+(?:[\s»)]|$))/gu, ' ')
      .replaceAll(/(?<=\p{N})[ \u00a0\u202f]+(?=[%€])/gu, ' ')
      .replaceAll(/(^|[\s(])"(?=\S)([^"\n]*?\S)"(?=[\s.,;:!?)]|$)/gu, '$1« $2 »'),
  );

/**
 * French text with the spaces of `spaceFrench`, even if none was typed, and with typographic quotes and apostrophes.
 * Leaves addresses and times unchanged. Idempotent.
 */
export function typesetFrench(text: string): string {
  let from = 0;
  let typeset = '';
  for (const { 0: word, index } of text.matchAll(/\S+/gu)) {
    if (!hasAddress(word)) continue;
    typeset += between(text.slice(from, index)) + word;
    from = index + word.length;
  }
  return typeset + between(text.slice(from));
}

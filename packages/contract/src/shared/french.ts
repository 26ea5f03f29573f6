const NARROW = '\u202f';

/** True for a word that is or has an address: those keep their characters. */
function hasAddress(word: string): boolean {
  const at = word.indexOf('@');
  const isMail = at > 0 && word.indexOf('.', at + 2) > 0;
  return isMail || word.includes('://') || /(?:mailto|tel):|www\./i.test(word);
}

/** Typesets the text between addresses. Quotes set by one pass may be what a rule of the next looks for. */
function between(text: string): string {
  const typeset = pass(text);
  return typeset === text ? text : between(typeset);
}

const pass = (text: string): string =>
  text
    .replaceAll(/(\p{L})'(?=\p{L})/gu, '$1’')
    .replaceAll(/«[ \u00a0\u202f]*(?=\S)/gu, `«${NARROW}`)
    .replaceAll(/(?<=\S)[ \u00a0]*»/gu, `${NARROW}»`)
    // A colon and its like after a space, or at the end of a word. Not within a time (16:42) or a word.
    .replaceAll(/(?<=\S)[ \u00a0]+(?=[;:!?])/gu, NARROW)
    .replaceAll(/(?<=[\p{L}\p{N}»)…])(?=[;!?]+(?:[\s»)]|$))/gu, NARROW)
    .replaceAll(/(?<=\p{N})[ \u00a0]+(?=[%€])/gu, NARROW)
    .replaceAll(/(^|[\s(\u202f])"(?=\S)([^"\n]*?\S)"(?=[\s.,;:!?)\u202f]|$)/gu, `$1«${NARROW}$2${NARROW}»`);

/**
 * French text with narrow no-break spaces before `; : ! ?`, inside « » and between a number and `%` or `€`, and with
 * typographic quotes and apostrophes. Addresses and times stay as they are. Twice is as once.
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

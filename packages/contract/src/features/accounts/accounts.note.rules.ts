/** Maximum length of the note about a person, in grapheme clusters. */
export const NOTE_MAX = 2000;

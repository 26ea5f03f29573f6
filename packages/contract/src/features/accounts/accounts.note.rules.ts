/** Length of the note about a person, in characters as people count them. */
export const NOTE_MAX = 2000;

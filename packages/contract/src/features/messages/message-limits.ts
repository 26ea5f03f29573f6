/** Longest texts of a conversation, in characters as people count them (grapheme clusters). */
export const MESSAGE_SUBJECT_MAX = 160;
export const MESSAGE_BODY_MAX = 5000;

/** Days after its end in which a member's answer opens a conversation again; later ones begin a new one. */
export const REOPEN_DAYS = 14;

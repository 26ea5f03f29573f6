/** Longest texts of a conversation, in characters as people count them (grapheme clusters). */
export const MESSAGE_SUBJECT_MAX = 160;
export const MESSAGE_BODY_MAX = 5000;

/** How many conversations one text can be sent to at once. */
export const BULK_REPLIES_MAX = 50;

/** How many pictures one message has at most, and their bytes together, as they were sent. */
export const MESSAGE_IMAGES_MAX = 5;
export const MESSAGE_IMAGES_BYTES_MAX = 10 * 1024 * 1024;

/** Hours that a picture is kept which no message has. */
export const MESSAGE_IMAGE_UNSENT_HOURS = 24;

/** Days after its end in which a member's answer opens a conversation again; later ones begin a new one. */
export const REOPEN_DAYS = 14;

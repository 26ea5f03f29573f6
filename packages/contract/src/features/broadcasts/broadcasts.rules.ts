/** Maximum text lengths, in grapheme clusters. */
export const PUSH_TITLE_MAX = 100;
export const PUSH_BODY_MAX = 500;

/** Length at which phones cut off a text, in characters. */
export const PUSH_TITLE_SHOWN = 50;
export const PUSH_BODY_SHOWN = 150;

/** Number of devices from which the sender has to type that number to confirm. */
export const PUSH_TYPED_FROM = 1000;

/** Maximum number of devices of a test. */
export const TEST_DEVICES_MAX = 20;

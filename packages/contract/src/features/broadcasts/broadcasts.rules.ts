/** Longest texts, in characters as people count them. */
export const PUSH_TITLE_MAX = 100;
export const PUSH_BODY_MAX = 500;

/** What phones show of a text before it is cut off, in characters. */
export const PUSH_TITLE_SHOWN = 50;
export const PUSH_BODY_SHOWN = 150;

/** Devices from which on whoever sends types their number first. */
export const PUSH_TYPED_FROM = 1000;

/** Devices that a test can be sent to. */
export const TEST_DEVICES_MAX = 20;

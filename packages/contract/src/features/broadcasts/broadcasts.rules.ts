import type { Errors } from '../../shared/errors.ts';

/** Maximum text lengths, in grapheme clusters. */
export const PUSH_TITLE_MAX = 100;
export const PUSH_BODY_MAX = 500;

/** Maximum length of the name that the team gives a broadcast, in grapheme clusters. */
export const BROADCAST_NAME_MAX = 120;

/** Maximum number of days that a condition of the audience looks back. */
export const AUDIENCE_DAYS_MAX = 3650;

/** Maximum length of an error code by which deliveries are filtered, in code points. */
export const DELIVERY_CODE_MAX = 64;

/** Maximum length of the name of a segment, in grapheme clusters. */
export const SEGMENT_NAME_MAX = 60;

/** Maximum number of segments. */
export const SEGMENTS_MAX = 100;

/** Length at which phones cut off a text, in characters. */
export const PUSH_TITLE_SHOWN = 50;
export const PUSH_BODY_SHOWN = 150;

/** Number of devices from which the sender has to type that number to confirm. */
export const PUSH_TYPED_FROM = 1000;

/** Maximum number of devices of a test. */
export const TEST_DEVICES_MAX = 20;

export const broadcastsErrors = {
  broadcast_not_found: [404, 'Broadcast not found'],
  notification_not_found: [404, 'Notification not found'],
  broadcast_incomplete: [409, 'A push needs an audience, and a title and a body in its languages'],
  audience_empty: [409, 'No reachable devices'],
  audience_changed: [409, 'The number of devices has changed'],
  already_pushed: [409, 'This was pushed already'],
  segment_not_found: [404, 'Segment not found'],
  segment_name_taken: [409, 'There is a segment of this name'],
  segment_scheduled: [409, 'A scheduled push uses this segment: its rules take the permission to send'],
  segment_in_use: [409, 'A push that has not been sent uses this segment'],
  too_many_segments: [409, `There are ${SEGMENTS_MAX} segments, the maximum`],
  push_target_gone: [409, 'What this push is about, or leads to, is not there for members'],
} as const satisfies Errors;

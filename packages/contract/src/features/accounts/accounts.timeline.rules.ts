/** Kinds of entries of a person's timeline. */
export const TIMELINE_KINDS = [
  'conversation',
  'rating',
  'device',
  'notification',
  'item',
  'sign_in',
] as const;

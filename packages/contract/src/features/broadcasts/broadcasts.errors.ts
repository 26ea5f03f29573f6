import type { Errors } from '../../shared/errors.ts';

export const broadcastsErrors = {
  broadcast_not_found: [404, 'Broadcast not found'],
  notification_not_found: [404, 'Notification not found'],
  broadcast_incomplete: [409, 'A push needs an audience, and a title and a body in its languages'],
  audience_empty: [409, 'No reachable devices'],
  audience_changed: [409, 'The number of devices has changed'],
  already_pushed: [409, 'This was pushed already'],
  push_target_gone: [409, 'What this push is about, or leads to, is not there for members'],
} as const satisfies Errors;

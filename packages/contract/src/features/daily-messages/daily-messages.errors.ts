import type { Errors } from '../../shared/errors.ts';

export const dailyMessagesErrors = {
  daily_message_not_found: [404, 'Daily message not found'],
  no_message: [404, 'There is no message for this day'],
  day_taken: [409, 'This day has a message already'],
  day_over: [409, 'This day is over: only the texts of its message can be changed'],
  default_locale_missing: [409, 'A message that is ready needs a body in the default language'],
  shift_too_far: [409, 'The following messages would move too far into the future'],
} as const satisfies Errors;

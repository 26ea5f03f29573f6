import { z } from 'zod';

/**
 * Every refusal of the API, once: its stable code, HTTP status and English text.
 * Clients translate `code`; `detail` is for people who read logs and for clients that know no codes.
 */
export const ERRORS = {
  bad_request: [400, 'Bad Request'],
  incorrect_credentials: [400, 'Incorrect email or password'],
  inactive_user: [400, 'Inactive user'],
  invalid_token: [400, 'Invalid token'],
  deactivation_end_passed: [400, 'The end of a deactivation must lie in the future'],
  incorrect_password: [400, 'Incorrect password'],
  password_unchanged: [400, 'New password cannot be the same as the current one'],
  email_taken_on_signup: [400, 'The user with this email already exists in the system'],
  email_taken_on_create: [400, 'The user with this email already exists in the system.'],
  not_authenticated: [401, 'Not authenticated'],
  invalid_credentials: [401, 'Could not validate credentials'],
  privileges_required: [403, "The user doesn't have enough privileges"],
  superuser_self_delete: [403, 'Super users are not allowed to delete themselves'],
  not_item_owner: [403, 'Not enough permissions'],
  not_found: [404, 'Not Found'],
  user_not_found: [404, 'User not found'],
  user_id_not_found: [404, 'The user with this id does not exist in the system'],
  username_not_found: [404, 'The user with this username does not exist in the system.'],
  item_not_found: [404, 'Item not found'],
  daily_message_not_found: [404, 'Daily message not found'],
  device_not_found: [404, 'Device not found'],
  broadcast_not_found: [404, 'Broadcast not found'],
  notification_not_found: [404, 'Notification not found'],
  no_message: [404, 'There is no message for this day'],
  news_not_found: [404, 'Article not found'],
  news_revision_not_found: [404, 'Revision not found'],
  news_category_not_found: [404, 'Category not found'],
  no_news: [404, 'There is no such article'],
  message_not_found: [404, 'Message not found'],
  message_image_not_found: [404, 'Picture not found'],
  reply_template_not_found: [404, 'Reply template not found'],
  rating_not_found: [404, 'Rating not found'],
  rating_target_not_found: [404, 'There is nothing of this kind to rate'],
  pending_email_not_found: [404, 'There is no address to confirm'],
  session_not_found: [404, 'Session not found'],
  method_not_allowed: [405, 'Method Not Allowed'],
  request_timeout: [408, 'Request Timeout'],
  email_taken: [409, 'User with this email already exists'],
  last_superuser: [409, 'The last active superuser cannot be demoted, deactivated or deleted'],
  own_password: [409, 'One’s own password is changed by /users/me/password'],
  own_account: [409, 'This cannot be done to one’s own account'],
  invitation_accepted: [409, 'The owner of this account has chosen a password already'],
  version_conflict: [409, 'Somebody else has changed this meanwhile'],
  autosave_conflict: [409, 'This article is being written in another window too'],
  day_taken: [409, 'This day has a message already'],
  day_over: [409, 'This day is over: only the texts of its message can be changed'],
  default_locale_missing: [409, 'A message that is ready needs a body in the default language'],
  shift_too_far: [409, 'Messages that follow would move too far into the future'],
  invalid_state: [409, 'This cannot be done to it in the state that it is in'],
  not_publishable: [409, 'Something is missing before this can be published'],
  slug_taken: [409, 'Another article has or had this slug'],
  category_name_taken: [409, 'There is a category of this name'],
  too_many_pinned: [409, 'Three articles are pinned already'],
  thread_advanced: [409, 'The conversation has gone on meanwhile'],
  sender_blocked: [409, 'Messages of this account are not accepted'],
  sender_deleted: [409, 'The account of this member is deleted'],
  row_gone: [409, 'The row that this page begins behind is gone: begin again'],
  count_changed: [409, 'The number of matching rows has changed meanwhile'],
  push_provider_unavailable: [409, 'There are no credentials for this push provider'],
  broadcast_incomplete: [409, 'A push needs an audience, and a title and a body in its languages'],
  audience_empty: [409, 'There is no device that this would reach'],
  audience_changed: [409, 'The number of devices has changed meanwhile'],
  already_pushed: [409, 'This was pushed already'],
  push_target_gone: [409, 'What this push is about, or leads to, is not there for members'],
  password_required: [409, 'Enter your password again first: POST /login/verify-password'],
  no_test_device: [409, 'There is no device to send a test to'],
  call_in_progress: [409, 'A call with this Idempotency-Key is under way'],
  payload_too_large: [413, 'Payload Too Large'],
  uri_too_long: [414, 'URI Too Long'],
  validation_error: [422, 'Validation Error'],
  too_many_requests: [429, 'Too Many Requests'],
  upload_in_progress: [429, 'Other files of this account are on their way'],
  headers_too_large: [431, 'Request Header Fields Too Large'],
  internal_error: [500, 'Internal Server Error'],
  service_unavailable: [503, 'Service Unavailable'],
  storage_full: [507, 'Insufficient Storage'],
} as const satisfies Record<string, readonly [status: number, detail: string]>;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorStatus<Code extends ErrorCode> = (typeof ERRORS)[Code][0];

/** What every refusal but a 422 looks like. */
export const ApiError = z
  .object({
    detail: z.string().meta({ description: 'What happened, in English.' }),
    code: z.string().meta({ description: 'Stable slug of the refusal, to translate.' }),
    request_id: z.string().meta({ description: 'Names the request in the logs.' }),
    occupant: z
      .object({
        id: z.string().meta({ format: 'uuid' }),
        day: z.string().meta({ format: 'date' }),
        title: z.string(),
      })
      .optional()
      .meta({ description: 'With `day_taken`: the message that has the day.' }),
    allowed: z
      .array(z.string())
      .optional()
      .meta({ description: 'With `invalid_state`: what can be done to it.' }),
    missing: z
      .array(z.object({ locale: z.string(), field: z.string() }))
      .optional()
      .meta({ description: 'With `not_publishable`: what is to be written, by language.' }),
    conflict: z
      .object({
        fields: z.array(z.string()).meta({
          description: 'Changed by both, e.g. `translations.fr.body`; empty where that is not known.',
        }),
        current: z.unknown().meta({ description: 'The content as it is now.' }),
        base: z.unknown().optional().meta({
          description: 'The content at the version that the caller began with; absent where it is not known.',
        }),
        version: z.number().int(),
        updated_at: z.string().meta({ format: 'date-time' }),
        updated_by: z.string().nullable().meta({ description: 'Name or address of who saved it.' }),
      })
      .optional()
      .meta({
        description:
          'With `version_conflict` of an article or of a message of the day: what others saved meanwhile.',
      }),
    missed: z
      .array(
        z.object({
          id: z.string().meta({ format: 'uuid' }),
          kind: z.string(),
          author: z.string(),
          body: z.string(),
          created_at: z.string().meta({ format: 'date-time' }),
        }),
      )
      .optional()
      .meta({
        description: 'With `thread_advanced`: the entries that the caller has not seen, oldest first.',
      }),
    devices: z
      .number()
      .int()
      .optional()
      .meta({ description: 'With `audience_changed`: how many there are now.' }),
  })
  .meta({ id: 'ApiError' });
export type ApiError = z.infer<typeof ApiError>;

/** One thing wrong with one field of a request. */
export const ValidationError = z
  .object({
    type: z.string().meta({ description: 'Stable slug of the rule that the value breaks.' }),
    loc: z.array(z.union([z.string(), z.number().int()])).meta({ description: 'Where, e.g. body → title.' }),
    msg: z.string(),
    input: z.unknown().meta({ description: 'The value as it was sent.' }),
    ctx: z.record(z.string(), z.unknown()).optional().meta({ description: 'The limits of the rule.' }),
  })
  .meta({ id: 'ValidationError' });
export type ValidationError = z.infer<typeof ValidationError>;

/** A 422: one entry per field that does not fit, in the order of the model. */
export const HTTPValidationError = z
  .object({ detail: z.array(ValidationError), code: z.literal('validation_error'), request_id: z.string() })
  .meta({ id: 'HTTPValidationError' });

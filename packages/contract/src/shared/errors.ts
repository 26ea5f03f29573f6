import { z } from 'zod';

/**
 * Errors by their stable code: HTTP status and English text. Clients translate the code; the text is for logs
 * and for clients that do not know the code.
 */
export type Errors = Readonly<Record<string, readonly [status: number, detail: string]>>;

/** Errors shared by all features. */
export const sharedErrors = {
  bad_request: [400, 'Bad Request'],
  not_authenticated: [401, 'Not authenticated'],
  invalid_credentials: [401, 'Could not validate credentials'],
  privileges_required: [403, "The user doesn't have enough privileges"],
  not_found: [404, 'Not Found'],
  method_not_allowed: [405, 'Method Not Allowed'],
  request_timeout: [408, 'Request Timeout'],
  version_conflict: [409, 'Somebody else has just changed this'],
  invalid_state: [409, 'Not possible in the current state'],
  row_gone: [409, 'The last row of the previous page was deleted: start again'],
  count_changed: [409, 'The number of matching rows has changed'],
  call_in_progress: [409, 'A request with this Idempotency-Key is in progress'],
  second_factor_setup_required: [409, 'Set up your second factor first: POST /second-factor/'],
  payload_too_large: [413, 'Payload Too Large'],
  uri_too_long: [414, 'URI Too Long'],
  validation_error: [422, 'Validation Error'],
  too_many_requests: [429, 'Too Many Requests'],
  headers_too_large: [431, 'Request Header Fields Too Large'],
  internal_error: [500, 'Internal Server Error'],
  service_unavailable: [503, 'Service Unavailable'],
} as const satisfies Errors;

/** Response body of every refusal except a 422. */
export const ApiError = z
  .object({
    detail: z.string().meta({ description: 'What happened, in English.' }),
    code: z.string().meta({ description: 'Stable slug of the refusal, which clients translate.' }),
    request_id: z.string().meta({ description: 'Identifies the request in the logs.' }),
    occupant: z
      .object({
        id: z.string().meta({ format: 'uuid' }),
        day: z.string().meta({ format: 'date' }),
        title: z.string(),
      })
      .optional()
      .meta({ description: 'With `day_taken`: the message of that day.' }),
    allowed: z.array(z.string()).optional().meta({
      description:
        'With `invalid_state`: the allowed actions. With `second_factor_required`: `code`, `passkey` or both.',
    }),
    missing: z
      .array(z.object({ locale: z.string(), field: z.string() }))
      .optional()
      .meta({ description: 'With `not_publishable`: the missing fields, by language.' }),
    conflict: z
      .object({
        fields: z.array(z.string()).meta({
          description: 'Fields changed by both, e.g. `translations.fr.body`; empty if unknown.',
        }),
        current: z.unknown().meta({ description: 'The current content.' }),
        base: z.unknown().optional().meta({
          description:
            "The content of the version on which the caller's changes are based; absent if unknown.",
        }),
        version: z.number().int(),
        updated_at: z.string().meta({ format: 'date-time' }),
        updated_by: z.string().nullable().meta({ description: 'Name or address of the user who saved it.' }),
      })
      .optional()
      .meta({
        description: 'With `version_conflict` of an article or daily message: the content saved by others.',
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
    used_by: z
      .array(z.string())
      .optional()
      .meta({ description: 'With `segment_in_use`: the names of the pushes that use it.' }),
    ticket: z.string().optional().meta({
      format: 'password',
      description:
        'With `second_factor_required` of a sign-in: what `POST /login/second-factor` takes with a code or a passkey, within five minutes.',
    }),
    devices: z
      .number()
      .int()
      .optional()
      .meta({ description: 'With `audience_changed`: the current numbers.' }),
  })
  .meta({ id: 'ApiError' });
export type ApiError = z.infer<typeof ApiError>;

/** Declared without a type: Kotlin and Swift generators make unusable classes of unions of simple types. */
const NameOrIndex = z.unknown().meta({ description: 'A name or an index.' }) as z.ZodType<string | number>;

/** One error of one field of a request. */
export const ValidationError = z
  .object({
    type: z.string().meta({ description: 'Stable slug of the violated rule.' }),
    loc: z.array(NameOrIndex).meta({ description: 'Path of the value, e.g. body → title.' }),
    msg: z.string(),
    input: z.unknown().meta({ description: 'The value as sent.' }),
    ctx: z.record(z.string(), z.unknown()).optional().meta({ description: 'The limits of the rule.' }),
  })
  .meta({ id: 'ValidationError' });
export type ValidationError = z.infer<typeof ValidationError>;

/** Body of a 422: one entry per invalid field, in schema order. */
export const HTTPValidationError = z
  .object({ detail: z.array(ValidationError), code: z.literal('validation_error'), request_id: z.string() })
  .meta({ id: 'HTTPValidationError' });

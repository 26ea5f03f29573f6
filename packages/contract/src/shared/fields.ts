import { z } from 'zod';
import { isCivilDate, isLocalTime } from './civil-date.ts';
import { emailProblem, normalizeEmail } from './email.ts';
import { countGraphemes } from './graphemes.ts';
import { PASSWORD_MAX, PASSWORD_MIN, SEARCH_MAX, URL_MAX } from './limits.ts';
import { UUID } from './uuid.ts';
import { hasVisible } from './visible.ts';

/**
 * Field types of requests and responses. Their issues carry `params: { type, ctx }`, the slug and limits of
 * the 422 entry (pydantic's vocabulary, which existing clients know), and the English message.
 */
interface Limits {
  /** Minimum number of code points. */
  min?: number;
  /** Maximum number of code points. */
  max?: number;
  /** Pattern for the whole text. */
  pattern?: RegExp;
  /** True for names and subjects: mails and lists show them on one line. */
  isLine?: boolean;
}

const LINE = /^\P{Cc}*$/u;

type Problem = readonly [type: string, message: string, ctx?: Record<string, unknown>];

const characters = (count: number) => `${count} character${count === 1 ? '' : 's'}`;

/** Characters that cannot be stored: Postgres rejects NUL, and UTF-8 has no lone surrogates. */
function unicodeProblem(value: string): Problem | undefined {
  if (value.includes('\0')) return ['value_error', 'Value error, the text must not contain NUL characters'];
  if (!value.isWellFormed())
    return ['string_unicode', 'Input should be a valid string, unable to parse raw data as a unicode string'];
  return undefined;
}

const tooLong = (max: number) =>
  ['string_too_long', `String should have at most ${characters(max)}`, { max_length: max }] as const;

function textProblem(value: string, { min = 0, max = Number.POSITIVE_INFINITY, pattern, isLine }: Limits) {
  const unicode = unicodeProblem(value);
  if (unicode) return unicode;
  if (isLine && !LINE.test(value))
    return ['control_characters', 'Input should be one line without control characters'] as const;
  const length = [...value].length;
  if (length < min)
    return [
      'string_too_short',
      `String should have at least ${characters(min)}`,
      { min_length: min },
    ] as const;
  if (length > max) return tooLong(max);
  if (pattern && !pattern.test(value))
    return [
      'string_pattern_mismatch',
      `String should match pattern '${pattern.source}'`,
      { pattern: pattern.source },
    ] as const;
  return undefined;
}

/** Text with its length in code points, without NUL and lone surrogates. */
export const text = (limits: Limits = {}) =>
  z
    .string()
    .check(({ value, issues }) => {
      const problem = textProblem(value, limits);
      if (problem) issues.push(customIssue(value, problem));
    })
    .meta({
      ...(limits.min && { minLength: limits.min }),
      ...(limits.max && { maxLength: limits.max }),
      ...(limits.pattern && { pattern: limits.pattern.source }),
      ...(limits.isLine && { pattern: LINE.source }),
    });

/** Maximum number of words that a search uses: each is compared with every row that no index excludes. */
export const SEARCH_WORDS_MAX = 12;

/** Search words for a list of the team. @param where what is searched and how, without a full stop */
export const search = (where: string) =>
  text({ max: SEARCH_MAX })
    .optional()
    .meta({ description: `${where}. Only the first ${SEARCH_WORDS_MAX} words are used.` });

/** Trims a text; empty if it has no visible characters. */
export const trimmed = (value: string): string =>
  hasVisible(value) || unicodeProblem(value) ? value.trim() : '';

/** Maximum code points counted as one cluster, so that one "character" can't hold a book. */
const CLUSTER_MAX = 16;

/** Text with its length in grapheme clusters, trimmed as above. */
export const displayText = ({
  min = 0,
  max,
  isLine = false,
}: {
  min?: number;
  max: number;
  isLine?: boolean;
}) =>
  z
    .string()
    .overwrite(trimmed)
    .check(({ value, issues }) => {
      const problem =
        textProblem(value, { min, max: max * CLUSTER_MAX, isLine }) ??
        (countGraphemes(value) > max ? tooLong(max) : undefined);
      if (problem) issues.push(customIssue(value, problem));
    })
    .meta({
      format: 'trimmed',
      ...(min && { minLength: min, pattern: '\\S' }),
      ...(isLine && { pattern: LINE.source }),
      maxLength: max * CLUSTER_MAX,
      'x-maxGraphemes': max,
      description: `At most ${max} characters, counted as grapheme clusters.`,
    });

/** A link that is safe to open: `https`, with a host, without credentials. */
export const httpsUrl = () =>
  text({ max: URL_MAX })
    .check(({ value, issues }) => {
      const url = URL.parse(value);
      if (url?.protocol !== 'https:' || url.username || url.password || value !== value.trim())
        issues.push(customIssue(value, ['url_parsing', 'Input should be a valid https URL']));
    })
    .meta({ format: 'uri', description: 'Only `https`, without credentials.' });

/** A calendar month, `YYYY-MM`. */
export const civilMonth = () =>
  z
    .string()
    .check(({ value, issues }) => {
      if (!isCivilDate(`${value}-01`))
        issues.push(
          customIssue(value, ['date_parsing', 'Input should be a valid month in the format YYYY-MM']),
        );
    })
    .meta({ pattern: '^[12]\\d{3}-(0[1-9]|1[0-2])$' });

/** An e-mail address: trimmed, domain in lower case and Unicode, no DNS look-up. */
export const email = () =>
  z
    .string()
    .overwrite(normalizeEmail)
    .check(({ value, issues }) => {
      const reason = unicodeProblem(value)?.[1] ?? emailProblem(value);
      if (reason)
        issues.push(
          customIssue(value, ['value_error', `value is not a valid email address: ${reason}`, { reason }]),
        );
    })
    .meta({ format: 'email', maxLength: 255 });

/** Marks a password, a token or a link that contains one. In OpenAPI the format hides the input. */
export const SECRET_FORMAT = 'password';

/** A field that refusals never echo, and whose responses are not compressed. */
export const secret = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.meta({ format: SECRET_FORMAT });

/** A new password, kept exactly as typed. */
export const password = () => secret(text({ min: PASSWORD_MIN, max: PASSWORD_MAX }));

const TRUE = new Set<unknown>([true, 1, '1', 'true', 't', 'yes', 'y', 'on']);
const FALSE = new Set<unknown>([false, 0, '0', 'false', 'f', 'no', 'n', 'off']);

/** A boolean; also accepts `true`/`1`/`yes`/`on` and the like in any letter case. */
export const bool = () =>
  z
    .preprocess(
      (value) => {
        const word = typeof value === 'string' ? value.toLowerCase() : value;
        return TRUE.has(word) ? true : FALSE.has(word) ? false : value;
      },
      z.boolean({
        error: (issue) =>
          typeof issue.input === 'string' || typeof issue.input === 'number'
            ? 'Input should be a valid boolean, unable to interpret input'
            : 'Input should be a valid boolean',
      }),
    )
    .meta({ type: 'boolean' });

/** An integer in a query string. `min` and `max` are inclusive. */
export const queryInt = ({ min, max }: { min: number; max: number }) =>
  z
    .unknown()
    .transform((value, context) => {
      const problem = intProblem(value, min, max);
      if (!problem) return Number(value);
      context.issues.push(customIssue(value, problem));
      return z.NEVER;
    })
    .meta({ type: 'integer', minimum: min, maximum: max });

function intProblem(value: unknown, min: number, max: number): Problem | undefined {
  if (typeof value !== 'string') return ['int_type', 'Input should be a valid integer'];
  if (!/^\s*[+-]?\d+\s*$/.test(value))
    return ['int_parsing', 'Input should be a valid integer, unable to parse string as an integer'];
  return rangeProblem(Number(value), min, max);
}

/** An integer in a JSON body. `min` and `max` are inclusive. */
export const whole = ({ min, max }: { min: number; max: number }) =>
  z
    .unknown()
    .transform((value, context) => {
      const problem = wholeProblem(value, min, max);
      if (!problem) return value as number;
      context.issues.push(customIssue(value, problem));
      return z.NEVER;
    })
    .meta({ type: 'integer', minimum: min, maximum: max });

function wholeProblem(value: unknown, min: number, max: number): Problem | undefined {
  if (!Number.isInteger(value)) return ['int_type', 'Input should be a valid integer'];
  return rangeProblem(value as number, min, max);
}

function rangeProblem(value: number, min: number, max: number): Problem | undefined {
  if (value < min)
    return ['greater_than_equal', `Input should be greater than or equal to ${min}`, { ge: min }];
  if (value > max) return ['less_than_equal', `Input should be less than or equal to ${max}`, { le: max }];
  return undefined;
}

/** A civil date, `YYYY-MM-DD`, without time or zone. */
export const civilDate = () =>
  z
    .string()
    .check(({ value, issues }) => {
      if (!isCivilDate(value))
        issues.push(
          customIssue(value, ['date_parsing', 'Input should be a valid date in the format YYYY-MM-DD']),
        );
    })
    .meta({ format: 'date' });

/** A query field with a day in the time zone of the organisation. */
export const queryDay = (description: string) => civilDate().optional().meta({ description });

/**
 * Query fields of a period: its first and last day in the time zone of the organisation, both included. Either may be
 * absent.
 * @param what the beginning of the description: what the period selects
 */
export const period = (what: string) => ({
  from: queryDay(`${what} on this day or later.`),
  to: queryDay(`${what} on this day or earlier.`),
});

/** Cache of valid zone names, of which there are some 600: a lookup takes longer than most requests. */
const timeZones = new Set<string>();

/** Zone names that PostgreSQL interprets as abbreviations without summer time (its documentation, 8.5.3). */
const ABBREVIATIONS = /^(CET|EET|MET|WET)$/i;

/**
 * Returns true for a name of the IANA database, e.g. `Europe/Paris`. Offsets such as `+01:00` and
 * abbreviations don't count: `Intl` accepts some that are no names, such as `IST`.
 */
export function isTimeZone(name: string): boolean {
  if (timeZones.has(name)) return true;
  if (!/^[A-Za-z]/.test(name) || ABBREVIATIONS.test(name)) return false;
  try {
    const { timeZoneId } = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    if (timeZoneId === name) timeZones.add(name);
    return true;
  } catch {
    return false;
  }
}

/** A time zone of the IANA database. */
export const timeZone = () =>
  text({ max: 64 })
    .check(({ value, issues }) => {
      if (!isTimeZone(value))
        issues.push(customIssue(value, ['value_error', 'Value error, unknown time zone']));
    })
    .meta({ format: 'time-zone' });

/** A local date and time, to the minute, `YYYY-MM-DDTHH:MM`. */
export const localTime = () =>
  z
    .string()
    .check(({ value, issues }) => {
      if (!isLocalTime(value))
        issues.push(
          customIssue(value, [
            'datetime_parsing',
            'Input should be a valid local time in the format YYYY-MM-DDTHH:MM',
          ]),
        );
    })
    .meta({ format: 'local-time' });

/** A UUID of any version, lowercased by parsing. */
export const uuid = () =>
  z
    .string()
    .overwrite((value) => value.toLowerCase())
    .check(({ value, issues }) => {
      if (!UUID.test(value))
        issues.push(
          customIssue(value, [
            'uuid_parsing',
            'Input should be a valid UUID, unable to parse string as a UUID',
          ]),
        );
    })
    .meta({ format: 'uuid' });

/** An id in a response: a UUID. */
export const id = () => z.string().meta({ format: 'uuid' });

const rfc3339 = z.iso.datetime({ offset: true });

/** The form of timestamps in responses. @returns the value itself if it is no timestamp */
function normalInstant(value: string): string {
  const upper = value.toUpperCase().replace(' ', 'T');
  return rfc3339.safeParse(upper).success ? new Date(upper).toISOString() : value;
}

/**
 * A timestamp that a response gave, sent back in any form of RFC 3339, with any offset; fractions of a millisecond are
 * cut. @throws a 422 `datetime_parsing`
 */
export const sameInstant = () =>
  z
    .string()
    .overwrite(normalInstant)
    .check(({ value, issues }) => {
      // JavaScript has years that PostgreSQL rejects.
      if (!/^[12]\d{3}-/.test(value) || !rfc3339.safeParse(value).success)
        issues.push(
          customIssue(value, [
            'datetime_parsing',
            'Input should be a timestamp as responses have them, such as 2026-11-23T09:00:00.000Z',
          ]),
        );
    })
    .meta({ format: 'date-time' });

/** A timestamp: ISO-8601, UTC, ending in `Z`. */
export const instant = () => z.string().meta({ format: 'date-time' });

const customIssue = (input: unknown, [type, message, ctx]: Problem) => ({
  code: 'custom' as const,
  input,
  message,
  params: { type, ...(ctx && { ctx }) },
});

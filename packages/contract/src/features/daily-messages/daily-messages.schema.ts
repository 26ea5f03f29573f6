import { z } from 'zod';
import { bulkOf } from '../../shared/bulk.ts';
import {
  civilDate,
  displayText,
  httpsUrl,
  id,
  instant,
  period,
  search,
  text,
  whole,
} from '../../shared/fields.ts';
import { Locale } from '../../shared/locale.ts';
import { pageOf, SKIP_MAX } from '../../shared/pagination.ts';
import { sortBy } from '../../shared/sorting.ts';
import { TableProblem, tableImport, tableReport } from '../../shared/table-import.ts';
import { Person } from '../accounts/accounts.users.schema.ts';
import {
  DAILY_AUTHOR_MAX,
  DAILY_BODY_MAX,
  DAILY_COLUMNS,
  DAILY_IMPORT_MAX,
  DAILY_TITLE_MAX,
} from './daily-messages.rules.ts';

/** Years ahead that can be planned. */
export const DAILY_YEARS_AHEAD = 2;

/** Days during which a deleted daily message can be restored. */
export const DAILY_TRASH_DAYS = 30;

/** Maximum rows of it: validating them blocks the process, and other requests wait. */
export const DAILY_IMPORT_ROWS = 5_000;

const textOfDay = () =>
  z.object({
    title: displayText({ max: DAILY_TITLE_MAX }).default(''),
    body: displayText({ max: DAILY_BODY_MAX }).default(''),
    author: displayText({ max: DAILY_AUTHOR_MAX }).default(''),
  });

/** A text in one language: plain text with line breaks. Complete only with a body. */
export const DailyMessageText = textOfDay().meta({ id: 'DailyMessageText' });
export type DailyMessageText = z.infer<typeof DailyMessageText>;

/** The same in a request, where every field is optional. */
const DailyMessageTextWrite = textOfDay().meta({ id: 'DailyMessageTextWrite' });

/** Texts by language; null if missing. */
const Translations = z.object({ fr: DailyMessageText.nullable(), en: DailyMessageText.nullable() });
export type Translations = z.infer<typeof Translations>;

/** `draft`: hidden from members, even on its day. `ready`: visible to members on its day. */
export const DailyMessageStatus = z.enum(['draft', 'ready']).meta({ id: 'DailyMessageStatus' });
export type DailyMessageStatus = z.infer<typeof DailyMessageStatus>;

/** Fallback for languages without a complete text: the default language, or no message. */
export const MissingLocale = z.enum(['fallback', 'hide']).meta({ id: 'MissingLocale' });
export type MissingLocale = z.infer<typeof MissingLocale>;

export const DailyMessagePublic = z
  .object({
    id: id(),
    day: z.string().nullable().meta({ format: 'date', description: 'Null: in the reserve.' }),
    status: DailyMessageStatus,
    translations: Translations,
    link: z.string().nullable(),
    missing_locale: MissingLocale,
    version: z.number().int(),
    created_at: instant(),
    created_by: Person.nullable(),
    updated_at: instant(),
    updated_by: Person.nullable(),
    deleted_at: instant().nullable(),
    last_shown_on: z
      .string()
      .nullable()
      .meta({ format: 'date', description: 'The last day on which members were shown it.' }),
  })
  .meta({ id: 'DailyMessagePublic' });
export type DailyMessagePublic = z.infer<typeof DailyMessagePublic>;

export const DailyMessagesPublic = pageOf(DailyMessagePublic).meta({ id: 'DailyMessagesPublic' });

const fields = {
  day: civilDate().nullable().meta({ description: 'Null: in the reserve.' }),
  status: DailyMessageStatus,
  translations: z
    .object({ fr: DailyMessageTextWrite.nullable(), en: DailyMessageTextWrite.nullable() })
    .partial()
    .meta({ description: 'An absent language stays unchanged.' }),
  link: httpsUrl().nullable(),
  missing_locale: MissingLocale,
};

export const DailyMessageCreate = z
  .object({
    day: fields.day.default(null),
    status: fields.status.default('draft'),
    translations: fields.translations.default({}),
    link: fields.link.default(null),
    missing_locale: fields.missing_locale.default('fallback'),
  })
  .meta({ id: 'DailyMessageCreate' });
export type DailyMessageCreate = z.infer<typeof DailyMessageCreate>;

/**
 * Omitted fields keep their value. Rejected if `version` is sent and outdated. Only a move changes the day.
 */
export const DailyMessageUpdate = z
  .object({
    status: fields.status,
    translations: fields.translations,
    link: fields.link,
    missing_locale: fields.missing_locale,
    version: whole({ min: 1, max: SKIP_MAX }),
  })
  .partial()
  .meta({ id: 'DailyMessageUpdate' });
export type DailyMessageUpdate = z.infer<typeof DailyMessageUpdate>;

/**
 * Handling of a day that is taken: reject the move, swap the two messages, or shift the existing message and
 * all that follow without a gap by one day.
 */
export const OnConflict = z.enum(['refuse', 'swap', 'shift']).meta({ id: 'OnConflict' });
export type OnConflict = z.infer<typeof OnConflict>;

export const DailyMessageMove = z
  .object({
    day: fields.day,
    on_conflict: OnConflict.default('refuse'),
    version: whole({ min: 1, max: SKIP_MAX }).optional(),
  })
  .meta({ id: 'DailyMessageMove' });
export type DailyMessageMove = z.infer<typeof DailyMessageMove>;

/** The copy is a draft. */
export const DailyMessageDuplicate = z
  .object({ day: fields.day.default(null) })
  .meta({ id: 'DailyMessageDuplicate' });

export const DailyMessageFill = z
  .object({ from: civilDate(), to: civilDate() })
  .meta({ id: 'DailyMessageFill' });
export type DailyMessageFill = z.infer<typeof DailyMessageFill>;

export const DailyMessagesFilled = z
  .object({
    filled: z.number().int().min(0).meta({ description: 'Days that were given a message from the reserve.' }),
    empty: z
      .number()
      .int()
      .min(0)
      .meta({ description: 'Days still without a message because the reserve ran out.' }),
  })
  .meta({ id: 'DailyMessagesFilled' });

export const DailyMessageFilter = z.object({
  ...period('Shown'),
  status: DailyMessageStatus.optional(),
  missing: Locale.optional().meta({ description: 'Without a complete text in this language.' }),
  place: z
    .enum(['planned', 'reserve', 'trash'])
    .optional()
    .meta({ description: 'Absent: everything except the trash.' }),
  search: search('Words of the texts and authors, in any order; accents and letter case are ignored'),
});
export type DailyMessageFilter = z.infer<typeof DailyMessageFilter>;

export const DailyMessageSort = sortBy('day', 'updated_at').default('day');
export type DailyMessageSort = z.infer<typeof DailyMessageSort>;

export const DailyMessageBulk = bulkOf(
  z.enum(['ready', 'draft', 'delete', 'restore']),
  DailyMessageFilter,
).meta({ id: 'DailyMessageBulk' });
export type DailyMessageBulk = z.infer<typeof DailyMessageBulk>;

/**
 * State of a calendar day: its own message, ready or draft; otherwise filled from the reserve (always for a future
 * day unless the reserve is empty, since its messages repeat), or empty. A past day reports the message shown on it.
 */
export const CalendarDay = z
  .object({
    day: z.string().meta({ format: 'date' }),
    state: z.enum(['ready', 'draft', 'reserve', 'empty']),
    id: id().nullable().meta({
      description:
        'Its own message, or the one from the reserve that was shown. Null if that was deleted, and for a forecast.',
    }),
    title: z.string().meta({
      description:
        "Preferably in the caller's language; without a title, the beginning of the body. For an empty day ahead: the message of the reserve that is expected.",
    }),
    locales: z.array(Locale).meta({ description: 'The languages with a complete text.' }),
    version: z.number().int().nullable(),
    reserve: z.object({ id: id(), title: z.string() }).nullable().meta({
      description:
        "While the day lasts: the message from the reserve that members are shown, until a ready message of the day's own replaces it.",
    }),
  })
  .meta({ id: 'CalendarDay' });
export type CalendarDay = z.infer<typeof CalendarDay>;

export const Calendar = z
  .object({
    today: z.string().meta({ format: 'date', description: 'In the time zone of the organisation.' }),
    data: z.array(CalendarDay),
    count: z.number().int().min(0),
    reserve: z.object({
      count: z.number().int().min(0).meta({ description: 'Number of ready messages in the reserve.' }),
      covers_until: z.string().nullable().meta({
        format: 'date',
        description:
          'The last empty day that can be filled without repeating a message; null if the reserve is empty.',
      }),
    }),
  })
  .meta({ id: 'Calendar' });
export type Calendar = z.infer<typeof Calendar>;

/** Message shown to members on a day, in its last version. */
export const DailyMessageIssue = z
  .object({
    day: z.string().meta({ format: 'date' }),
    message_id: id(),
    is_deleted: z.boolean().meta({ description: 'Whether the message was erased or is in the trash.' }),
    source: z.enum(['planned', 'reserve']),
    translations: Translations,
    link: z.string().nullable(),
    first_served_at: instant(),
  })
  .meta({ id: 'DailyMessageIssue' });
export type DailyMessageIssue = z.infer<typeof DailyMessageIssue>;

export const DailyMessageIssues = pageOf(DailyMessageIssue).meta({ id: 'DailyMessageIssues' });

/** Which of day and month comes first in `1/2/2027`. */
export const DayOrder = z.enum(['dmy', 'mdy']).meta({ id: 'DayOrder' });
export type DayOrder = z.infer<typeof DayOrder>;

/**
 * A table with one message per row, separated by commas, semicolons or tabs. The first line names the
 * columns: `day`, `fr_title`, `fr_body`, `fr_author`, `en_title`, `en_body`, `en_author`, `link`, `status`,
 * `missing_locale`, their French names, or any other names that `columns` explains.
 */
export const DailyMessageImport = z
  .object({
    ...tableImport(DAILY_COLUMNS, DAILY_IMPORT_MAX),
    csv: text({ min: 1, max: DAILY_IMPORT_MAX }).meta({
      description: 'French texts get the spaces, quotation marks and apostrophes of French typography.',
    }),
    day_order: DayOrder.optional().meta({
      description: 'Absent: the one order that fits all days of the table, else `dmy`.',
    }),
    status: DailyMessageStatus.default('draft').meta({ description: 'Status of rows that have none.' }),
  })
  .meta({ id: 'DailyMessageImport' });
export type DailyMessageImport = z.infer<typeof DailyMessageImport>;

export const DailyMessageImportReport = z
  .object({
    ...tableReport,
    day_order: DayOrder.nullable().meta({
      description: 'The order in which dates were read; null: as `dmy`, although the table is ambiguous.',
    }),
    rows: z
      .array(
        z.object({
          line: z.number().int(),
          id: id().nullable().meta({ description: 'The message; null if none was created.' }),
          day: z.string().nullable(),
          titles: z.object({ fr: z.string(), en: z.string() }).meta({
            description: 'The title by language or, without one, the beginning of the body.',
          }),
          status: DailyMessageStatus,
        }),
      )
      .meta({ description: 'Rows without errors.' }),
    errors: z.array(
      TableProblem.extend({
        occupant: z.string().optional().meta({
          description: 'With `day_taken`: the title of the message or earlier row that has the day.',
        }),
      }),
    ),
  })
  .meta({ id: 'DailyMessageImportReport' });
export type DailyMessageImportReport = z.infer<typeof DailyMessageImportReport>;

import { z } from 'zod';
import { bulkOf } from '../../shared/bulk.ts';
import {
  bool,
  displayText,
  id,
  instant,
  localTime,
  period,
  search,
  text,
  uuid,
  whole,
} from '../../shared/fields.ts';
import { Locale } from '../../shared/locale.ts';
import { pageOf, SKIP_MAX } from '../../shared/pagination.ts';
import { sortBy } from '../../shared/sorting.ts';
import { UUID } from '../../shared/uuid.ts';
import { Person } from '../accounts/accounts.users.schema.ts';
import { Approval } from '../approvals/approvals.schema.ts';
import { MissingLocale } from '../daily-messages/daily-messages.schema.ts';
import { EMPTY_TEXT, richText, richTextWrite } from './news.rich-text.schema.ts';
import {
  NEWS_ALT_MAX,
  NEWS_EXCERPT_MAX,
  NEWS_PIN_DAYS,
  NEWS_SLUG,
  NEWS_SLUG_MAX,
  NEWS_TITLE_MAX,
} from './news.rules.ts';

/**
 * Computed from the times: `scheduled` until `visible_from`, then `published`, and after `visible_to` a
 * `draft` again. Only the team sees drafts and archived articles.
 */
export const NewsStatus = z.enum(['draft', 'scheduled', 'published', 'archived']).meta({ id: 'NewsStatus' });
export type NewsStatus = z.infer<typeof NewsStatus>;

/** State of one language: only `ready` texts are published. */
export const NewsTextState = z.enum(['draft', 'ready']).meta({ id: 'NewsTextState' });
export type NewsTextState = z.infer<typeof NewsTextState>;

/** An article in one language. */
export const NewsText = z
  .object({
    title: z.string(),
    excerpt: z.string(),
    body: richText(),
    cover_alt: z.string(),
    state: NewsTextState,
  })
  .meta({ id: 'NewsText' });
export type NewsText = z.infer<typeof NewsText>;

/** Focal point that stays visible when the picture is cropped, as fractions of its width and height. */
const focal = () => z.number().min(0).max(1);

export const NewsCover = z
  .object({
    media_id: id(),
    width: z.number().int().meta({ description: 'Of the picture, in pixels.' }),
    height: z.number().int(),
    focal_x: z.number(),
    focal_y: z.number(),
  })
  .meta({ id: 'NewsCover' });
export type NewsCover = z.infer<typeof NewsCover>;

/** Content that is edited and published as a unit. */
export const NewsContent = z
  .object({
    cover: NewsCover.nullable(),
    missing_locale: MissingLocale,
    translations: z.object({ fr: NewsText.nullable(), en: NewsText.nullable() }),
  })
  .meta({ id: 'NewsContent' });
export type NewsContent = z.infer<typeof NewsContent>;

const NewsTextWrite = z
  .object({
    title: displayText({ max: NEWS_TITLE_MAX }).default(''),
    excerpt: displayText({ max: NEWS_EXCERPT_MAX }).default(''),
    body: richTextWrite().default(EMPTY_TEXT),
    cover_alt: displayText({ max: NEWS_ALT_MAX }).default(''),
    state: NewsTextState.default('draft'),
  })
  .meta({ id: 'NewsTextWrite' });

const NewsCoverWrite = z
  .object({ media_id: uuid(), focal_x: focal().default(0.5), focal_y: focal().default(0.5) })
  .meta({ id: 'NewsCoverWrite' });

/** Complete content in a request: a diff against the loaded version finds the changes. */
export const NewsContentWrite = z
  .object({
    cover: NewsCoverWrite.nullable().default(null),
    missing_locale: MissingLocale.default('fallback'),
    translations: z
      .object({ fr: NewsTextWrite.nullable().default(null), en: NewsTextWrite.nullable().default(null) })
      .default({ fr: null, en: null }),
  })
  .meta({ id: 'NewsContentWrite' });
export type NewsContentWrite = z.infer<typeof NewsContentWrite>;

const listed = {
  id: id(),
  slug: z.string().meta({
    description:
      'Follows the title of the scheduled or else the saved content, until it is chosen or members have seen it.',
  }),
  status: NewsStatus,
  category_id: id().nullable(),
  titles: z.object({ fr: z.string().nullable(), en: z.string().nullable() }).meta({
    description: 'Null: no text in this language.',
  }),
  states: z.object({ fr: NewsTextState.nullable(), en: NewsTextState.nullable() }),
  cover: NewsCover.nullable(),
  has_changes: z
    .boolean()
    .meta({ description: 'Whether the saved content differs from what was last published or scheduled.' }),
  visible_from: instant().nullable(),
  visible_to: instant().nullable(),
  first_published_at: instant().nullable().meta({ description: 'Time since which members could see it.' }),
  pinned_until: instant().nullable(),
  version: z
    .number()
    .int()
    .meta({ description: 'Version of the saved content; nothing else increments it.' }),
  created_at: instant(),
  created_by: Person.nullable(),
  updated_at: instant(),
  updated_by: Person.nullable(),
  deleted_at: instant().nullable(),
  approval: Approval.nullable().meta({ description: 'The last request for approval, decided or not.' }),
};

/** An article in the list. */
export const NewsListed = z
  .object({
    ...listed,
    reads: z.number().int().min(0).meta({ description: 'Number of members who read it.' }),
  })
  .meta({ id: 'NewsListed' });
export type NewsListed = z.infer<typeof NewsListed>;

export const NewsListPublic = pageOf(NewsListed).meta({ id: 'NewsListPublic' });

export const RevisionKind = z.enum(['save', 'publish', 'restore']).meta({ id: 'RevisionKind' });
export type RevisionKind = z.infer<typeof RevisionKind>;

/** A past state of an article. */
export const NewsRevision = z
  .object({
    id: id(),
    kind: RevisionKind,
    version: z.number().int().meta({ description: 'Version of the article with this content.' }),
    titles: listed.titles,
    states: listed.states,
    created_at: instant(),
    created_by: Person.nullable(),
  })
  .meta({ id: 'NewsRevision' });
export type NewsRevision = z.infer<typeof NewsRevision>;

export const NewsRevisions = pageOf(NewsRevision).meta({ id: 'NewsRevisions' });

/** The same with its full content. */
export const NewsRevisionFull = NewsRevision.extend({ content: NewsContent }).meta({
  id: 'NewsRevisionFull',
});
export type NewsRevisionFull = z.infer<typeof NewsRevisionFull>;

/** Unsaved changes of one editor. */
export const NewsAutosave = z
  .object({
    version: z.number().int().meta({ description: 'Version of the article on which it is based.' }),
    content: NewsContent,
    saved_at: instant(),
  })
  .meta({ id: 'NewsAutosave' });
export type NewsAutosave = z.infer<typeof NewsAutosave>;

/** An article with its full content. */
export const NewsPublic = z
  .object({
    ...listed,
    content: NewsContent.meta({ description: 'The saved content; members may see another version.' }),
    live: z
      .object({ revision: NewsRevision, locales: z.array(Locale) })
      .nullable()
      .meta({ description: 'What members see between `visible_from` and `visible_to`.' }),
    autosave: NewsAutosave.nullable().meta({ description: "The caller's own." }),
    readers: z
      .object({ fr: z.number().int().min(0), en: z.number().int().min(0) })
      .meta({ description: 'Number of members who read it, by the language in which they read it.' }),
  })
  .meta({ id: 'NewsPublic' });
export type NewsPublic = z.infer<typeof NewsPublic>;

export const NewsCreate = z
  .object({
    content: NewsContentWrite.default({
      cover: null,
      missing_locale: 'fallback',
      translations: { fr: null, en: null },
    }),
    category_id: uuid().nullable().default(null),
  })
  .meta({ id: 'NewsCreate' });
export type NewsCreate = z.infer<typeof NewsCreate>;

const version = () => whole({ min: 1, max: SKIP_MAX });

/** The app accepts UUIDs as ids, so a slug can't be one. */
const slug = () =>
  text({ min: 1, max: NEWS_SLUG_MAX, pattern: NEWS_SLUG }).check(({ value, issues }) => {
    if (UUID.test(value))
      issues.push({
        code: 'custom',
        input: value,
        message: 'Value error, a slug must not be a UUID',
        params: { type: 'value_error' },
      });
  });

/** `saved_at` of the autosave that the caller knows: an autosave of another window stays untouched. */
export const savedAt = () => text({ max: 30 });

/**
 * With `content`, `version` is the one it is based on: changes saved since are merged if they are in other
 * fields or in the other language; otherwise the call is rejected. Category and slug apply at once, to the
 * published article too.
 */
export const NewsUpdate = z
  .object({
    version: version(),
    content: NewsContentWrite,
    autosaved_at: savedAt().nullable().meta({
      description: 'With `content`: the `saved_at` of the autosave from which it comes, which is discarded.',
    }),
    category_id: uuid().nullable(),
    slug: slug(),
  })
  .partial()
  .check(({ value, issues }) => {
    if (value.content && value.version === undefined)
      issues.push({ code: 'custom', input: value, path: ['version'], message: 'Field required' });
  })
  .meta({ id: 'NewsUpdate' });
export type NewsUpdate = z.infer<typeof NewsUpdate>;

export const NewsAutosaveWrite = z
  .object({
    version: version(),
    content: NewsContentWrite,
    autosaved_at: savedAt().nullable().default(null).meta({
      description: 'The `saved_at` of the autosave that this replaces; null if there is none.',
    }),
  })
  .meta({ id: 'NewsAutosaveWrite' });
export type NewsAutosaveWrite = z.infer<typeof NewsAutosaveWrite>;

const visibleTo = () =>
  localTime().nullable().optional().meta({
    description: "When it goes offline, in the organisation's time zone. Null: never. Absent: unchanged.",
  });

/** Rejected if `version` is sent and outdated. */
export const NewsPublish = z
  .object({
    visible_to: visibleTo(),
    version: version().optional(),
    keeps_text: z.boolean().default(false).meta({
      description: 'For a published article: only its end changes, and members keep seeing the live content.',
    }),
  })
  .meta({ id: 'NewsPublish' });
export type NewsPublish = z.infer<typeof NewsPublish>;

/** When an article is published and withdrawn, as typed. */
export const NewsPlan = z
  .object({
    visible_from: localTime()
      .nullable()
      .default(null)
      .meta({ description: "In the organisation's time zone. Null: at once." }),
    visible_to: visibleTo(),
  })
  .meta({ id: 'NewsPlan' });
export type NewsPlan = z.infer<typeof NewsPlan>;

export const NewsSchedule = z
  .object({
    visible_from: localTime().meta({
      description: "In the organisation's time zone. Times that clocks skip or repeat are rejected.",
    }),
    visible_to: visibleTo(),
    version: version().optional(),
  })
  .meta({ id: 'NewsSchedule' });
export type NewsSchedule = z.infer<typeof NewsSchedule>;

/** Rejected if `version` is outdated, unless the article has that content already. */
export const NewsRevisionRestore = z.object({ version: version() }).meta({ id: 'NewsRevisionRestore' });

export const NewsPin = z
  .object({
    until: localTime()
      .nullable()
      .optional()
      .meta({
        description: `In the organisation's time zone. Null: unpins it. Absent: ${NEWS_PIN_DAYS} days from now, or from its scheduled time.`,
      }),
  })
  .meta({ id: 'NewsPin' });
export type NewsPin = z.infer<typeof NewsPin>;

export const NewsFilter = z.object({
  status: NewsStatus.optional(),
  category_id: uuid().optional(),
  author_id: uuid().optional().meta({ description: 'Author of the first version.' }),
  missing: Locale.optional().meta({ description: 'Not ready in this language.' }),
  slug: text({ min: 1, max: NEWS_SLUG_MAX }).optional(),
  pinned: bool().optional(),
  ...period('First visible'),
  place: z.enum(['trash']).optional().meta({ description: 'Absent: everything except the trash.' }),
  search: search(
    'Words of titles, excerpts and texts in both languages, in any order; accents and letter case are ignored',
  ),
});
export type NewsFilter = z.infer<typeof NewsFilter>;

export const NewsSort = sortBy('updated_at', 'visible_from', 'created_at').default('-updated_at');
export type NewsSort = z.infer<typeof NewsSort>;

export const NewsBulk = bulkOf(
  z.enum(['publish', 'unpublish', 'archive', 'unarchive', 'delete', 'restore']),
  NewsFilter,
).meta({ id: 'NewsBulk' });
export type NewsBulk = z.infer<typeof NewsBulk>;

/** Authors of articles. */
export const NewsAuthors = pageOf(Person).meta({ id: 'NewsAuthors' });

import { z } from 'zod';
import { BulkReport, bulkOf } from '../../shared/bulk.ts';
import { c, routeWith } from '../../shared/define.ts';
import {
  bool,
  id,
  instant,
  localTime,
  people,
  period,
  text,
  UUID,
  uuid,
  whole,
} from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';
import { Page, pageOf, SKIP_MAX } from '../../shared/pagination.ts';
import { sortBy } from '../../shared/sorting.ts';
import { Locale } from '../accounts/accounts.users.contract.ts';
import { MissingLocale } from '../daily-messages/daily-messages.contract.ts';
import { AppNews } from './news.app.contract.ts';
import { newsErrors } from './news.errors.ts';
import { EMPTY_TEXT, richText, richTextWrite } from './news.rich-text.schema.ts';
import {
  NEWS_ALT_MAX,
  NEWS_EXCERPT_MAX,
  NEWS_PIN_DAYS,
  NEWS_SLUG,
  NEWS_SLUG_MAX,
  NEWS_TITLE_MAX,
} from './news.rules.ts';

const route = routeWith(newsErrors);

/**
 * Computed from the times: `scheduled` until `visible_from`, then `published`, and after `visible_to` a
 * `draft` again. Only the team sees drafts and archived articles.
 */
export const NewsStatus = z.enum(['draft', 'scheduled', 'published', 'archived']);
export type NewsStatus = z.infer<typeof NewsStatus>;

/** State of one language: only `ready` texts are published. */
export const NewsTextState = z.enum(['draft', 'ready']);
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
    title: people({ max: NEWS_TITLE_MAX }).default(''),
    excerpt: people({ max: NEWS_EXCERPT_MAX }).default(''),
    body: richTextWrite().default(EMPTY_TEXT),
    cover_alt: people({ max: NEWS_ALT_MAX }).default(''),
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

const Person = z.object({ id: id(), email: z.string(), full_name: z.string().nullable() });

const listed = {
  id: id(),
  slug: z.string().meta({
    description:
      'Follows the title, that of what is to be shown once there is such, until chosen or seen by members.',
  }),
  status: NewsStatus,
  category_id: id().nullable(),
  titles: z.object({ fr: z.string().nullable(), en: z.string().nullable() }).meta({
    description: 'Null: nothing in this language.',
  }),
  states: z.object({ fr: NewsTextState.nullable(), en: NewsTextState.nullable() }),
  cover: NewsCover.nullable(),
  has_changes: z
    .boolean()
    .meta({ description: 'Whether what was last published or scheduled is not what is written now.' }),
  visible_from: instant().nullable(),
  visible_to: instant().nullable(),
  first_published_at: instant().nullable().meta({ description: 'Since when members could see it.' }),
  pinned_until: instant().nullable(),
  version: z.number().int().meta({ description: 'Of what is written: nothing else makes another.' }),
  created_at: instant(),
  created_by: Person.nullable(),
  updated_at: instant(),
  updated_by: Person.nullable(),
  deleted_at: instant().nullable(),
};

/** An article in the list. */
export const NewsListed = z.object(listed).meta({ id: 'NewsListed' });
export type NewsListed = z.infer<typeof NewsListed>;

export const NewsListPublic = pageOf(NewsListed).meta({ id: 'NewsListPublic' });

export const RevisionKind = z.enum(['save', 'publish', 'restore']);
export type RevisionKind = z.infer<typeof RevisionKind>;

/** A past state of an article. */
export const NewsRevision = z
  .object({
    id: id(),
    kind: RevisionKind,
    version: z.number().int().meta({ description: 'That the article had with it.' }),
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
    version: z.number().int().meta({ description: 'Of the article that it began with.' }),
    content: NewsContent,
    saved_at: instant(),
  })
  .meta({ id: 'NewsAutosave' });
export type NewsAutosave = z.infer<typeof NewsAutosave>;

/** An article with its full content. */
export const NewsPublic = z
  .object({
    ...listed,
    content: NewsContent.meta({ description: 'As last saved; members may see another.' }),
    live: z
      .object({ revision: NewsRevision, locales: z.array(Locale) })
      .nullable()
      .meta({ description: 'What members see between `visible_from` and `visible_to`.' }),
    autosave: NewsAutosave.nullable().meta({ description: "The caller's own." }),
    readers: z
      .object({ fr: z.number().int().min(0), en: z.number().int().min(0) })
      .meta({ description: 'Members who read it, by the language they read it in.' }),
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
const savedAt = () => text({ max: 30 });

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
      description: 'With `content`: the `saved_at` of the autosave that it comes from, which is dropped.',
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
      description: 'The `saved_at` of the autosave that this takes the place of; null: there is none.',
    }),
  })
  .meta({ id: 'NewsAutosaveWrite' });
export type NewsAutosaveWrite = z.infer<typeof NewsAutosaveWrite>;

const visibleTo = () =>
  localTime().nullable().optional().meta({
    description: "When it goes offline, in the organisation's time zone. Null: never; absent: as it is.",
  });

/** Rejected if `version` is sent and outdated. */
export const NewsPublish = z
  .object({
    visible_to: visibleTo(),
    version: version().optional(),
    keeps_text: z.boolean().default(false).meta({
      description: 'Of a published article: members go on seeing what they see, and only its end changes.',
    }),
  })
  .meta({ id: 'NewsPublish' });
export type NewsPublish = z.infer<typeof NewsPublish>;

export const NewsSchedule = z
  .object({
    visible_from: localTime().meta({
      description: "In the organisation's time zone. Times that clocks skip or strike twice are refused.",
    }),
    visible_to: visibleTo(),
    version: version().optional(),
  })
  .meta({ id: 'NewsSchedule' });
export type NewsSchedule = z.infer<typeof NewsSchedule>;

export const NewsPin = z
  .object({
    until: localTime()
      .nullable()
      .optional()
      .meta({
        description: `In the organisation's time zone. Null: no longer; absent: ${NEWS_PIN_DAYS} days from now, or from when it is due.`,
      }),
  })
  .meta({ id: 'NewsPin' });
export type NewsPin = z.infer<typeof NewsPin>;

export const NewsFilter = z.object({
  status: NewsStatus.optional(),
  category_id: uuid().optional(),
  author_id: uuid().optional().meta({ description: 'Who wrote the first version.' }),
  missing: Locale.optional().meta({ description: 'Not ready in this language.' }),
  pinned: bool().optional(),
  ...period('First visible'),
  place: z.enum(['trash']).optional().meta({ description: 'Absent: everything but the trash.' }),
  search: text({ max: 255 }).optional().meta({
    description:
      'Words of titles, excerpts and texts in both languages, in any order; accents and letter case are ignored.',
  }),
});
export type NewsFilter = z.infer<typeof NewsFilter>;

const NewsSort = sortBy('updated_at', 'visible_from', 'created_at').default('-updated_at');
export type NewsSort = z.infer<typeof NewsSort>;

export const NewsBulk = bulkOf(
  z.enum(['publish', 'unpublish', 'archive', 'unarchive', 'delete', 'restore']),
  NewsFilter,
).meta({ id: 'NewsBulk' });
export type NewsBulk = z.infer<typeof NewsBulk>;

/** Authors of articles. */
export const NewsAuthors = pageOf(Person).meta({ id: 'NewsAuthors' });

const articlePath = z.object({ id: uuid() });
const revisionPath = articlePath.extend({ revision_id: uuid() });

/** Refusals of every route that publishes. */
const PUBLISHING = [
  'news_not_found',
  'version_conflict',
  'invalid_state',
  'not_publishable',
  'too_many_pinned',
] as const;

export const news = c.router({
  readNews: route({
    method: 'GET',
    path: '/news/',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-read_news',
    summary: 'List articles',
    query: Page.extend({ ...NewsFilter.shape, sort: NewsSort }),
    responses: { 200: NewsListPublic },
  }),
  createNews: route({
    method: 'POST',
    path: '/news/',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-create_news',
    summary: 'Write an article, a draft at first',
    body: NewsCreate,
    responses: { 200: NewsPublic },
  }),
  readNewsAuthors: route({
    method: 'GET',
    path: '/news/authors',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-read_authors',
    summary: 'List who wrote articles, by address',
    query: Page,
    responses: { 200: NewsAuthors },
  }),
  bulkNews: route({
    method: 'POST',
    path: '/news/bulk',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-bulk_news',
    summary: 'Do one thing to many articles; with a filter, to those in the list',
    body: NewsBulk,
    responses: { 200: BulkReport },
    errors: ['count_changed'],
  }),
  readNewsArticle: route({
    method: 'GET',
    path: '/news/:id',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-read_article',
    summary: 'Read an article with what is written and what is live',
    pathParams: articlePath,
    responses: { 200: NewsPublic },
    errors: ['news_not_found'],
  }),
  updateNews: route({
    method: 'PATCH',
    path: '/news/:id',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-update_news',
    summary: 'Save what is written; members see it once it is published',
    pathParams: articlePath,
    body: NewsUpdate,
    responses: { 200: NewsPublic },
    errors: ['news_not_found', 'version_conflict', 'slug_taken'],
  }),
  deleteNews: route({
    method: 'DELETE',
    path: '/news/:id',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-delete_news',
    summary: 'Delete an article, in the app at once; it can be restored as a draft for 30 days',
    pathParams: articlePath,
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['news_not_found'],
  }),
  autosaveNews: route({
    method: 'PUT',
    path: '/news/:id/autosave',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-autosave_news',
    summary: "Keep what is being written, the caller's own until it is saved",
    pathParams: articlePath,
    body: NewsAutosaveWrite,
    responses: { 200: NewsAutosave },
    errors: ['news_not_found', 'autosave_conflict'],
  }),
  discardAutosave: route({
    method: 'DELETE',
    path: '/news/:id/autosave',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-discard_autosave',
    summary: "Drop what was kept of the caller's writing",
    pathParams: articlePath,
    query: z.object({ saved_at: savedAt().meta({ description: 'Of the autosave to drop.' }) }),
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['news_not_found'],
  }),
  restoreNews: route({
    method: 'POST',
    path: '/news/:id/restore',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-restore_news',
    summary: 'Undo the deletion of an article; what was visible is a draft then',
    pathParams: articlePath,
    body: c.noBody(),
    responses: { 200: NewsPublic },
    errors: ['news_not_found'],
  }),
  publishNews: route({
    method: 'POST',
    path: '/news/:id/publish',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-publish_news',
    summary: 'Show what is written to members: now for the first time, or instead of what they see',
    pathParams: articlePath,
    body: NewsPublish,
    responses: { 200: NewsPublic },
    errors: PUBLISHING,
  }),
  scheduleNews: route({
    method: 'POST',
    path: '/news/:id/schedule',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-schedule_news',
    summary: 'Show what is written now from a later moment on; what is written later takes another call',
    pathParams: articlePath,
    body: NewsSchedule,
    responses: { 200: NewsPublic },
    errors: PUBLISHING,
  }),
  unpublishNews: route({
    method: 'POST',
    path: '/news/:id/unpublish',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-unpublish_news',
    summary: 'Make a published or scheduled article a draft',
    pathParams: articlePath,
    body: c.noBody(),
    responses: { 200: NewsPublic },
    errors: ['news_not_found', 'invalid_state'],
  }),
  archiveNews: route({
    method: 'POST',
    path: '/news/:id/archive',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-archive_news',
    summary: 'Put an article away, in the app too',
    pathParams: articlePath,
    body: c.noBody(),
    responses: { 200: NewsPublic },
    errors: ['news_not_found', 'invalid_state'],
  }),
  unarchiveNews: route({
    method: 'POST',
    path: '/news/:id/unarchive',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-unarchive_news',
    summary: 'Make an archived article a draft',
    pathParams: articlePath,
    body: c.noBody(),
    responses: { 200: NewsPublic },
    errors: ['news_not_found', 'invalid_state'],
  }),
  duplicateNews: route({
    method: 'POST',
    path: '/news/:id/duplicate',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-duplicate_news',
    summary: 'Copy an article as a draft',
    pathParams: articlePath,
    body: c.noBody(),
    responses: { 200: NewsPublic },
    errors: ['news_not_found'],
  }),
  pinNews: route({
    method: 'POST',
    path: '/news/:id/pin',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-pin_news',
    summary:
      'Keep an article on top for a time: 3 at most that members see or will, drafts once they go live',
    pathParams: articlePath,
    body: NewsPin,
    responses: { 200: NewsPublic },
    errors: ['news_not_found', 'too_many_pinned'],
  }),
  readRevisions: route({
    method: 'GET',
    path: '/news/:id/revisions',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-read_revisions',
    summary: 'List the last 50 saves and all that was published, newest first',
    pathParams: articlePath,
    query: Page,
    responses: { 200: NewsRevisions },
    errors: ['news_not_found'],
  }),
  readRevision: route({
    method: 'GET',
    path: '/news/:id/revisions/:revision_id',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-read_revision',
    summary: 'Read a revision',
    pathParams: revisionPath,
    responses: { 200: NewsRevisionFull },
    errors: ['news_revision_not_found'],
  }),
  restoreRevision: route({
    method: 'POST',
    path: '/news/:id/revisions/:revision_id/restore',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-restore_revision',
    summary: 'Write what was written then; members see it once it is published',
    pathParams: revisionPath,
    body: c.noBody(),
    responses: { 200: NewsPublic },
    errors: ['news_not_found', 'news_revision_not_found'],
  }),
  previewNews: route({
    method: 'POST',
    path: '/news/preview',
    access: 'superuser',
    audience: 'team',
    operationId: 'news-preview_news',
    summary: 'What the app would answer if this were published; texts that are drafts count as ready',
    keyed: false,
    body: z
      .object({ content: NewsContentWrite, category_id: uuid().nullable().default(null), locale: Locale })
      .meta({ id: 'NewsPreview' }),
    responses: { 200: AppNews },
    errors: ['no_news'],
  }),
});

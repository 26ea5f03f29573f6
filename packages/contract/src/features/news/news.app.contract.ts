import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { id, instant, text, uuid } from '../../shared/fields.ts';
import { Locale } from '../../shared/locale.ts';
import { Message } from '../../shared/message.ts';
import { Page, pageOf } from '../../shared/pagination.ts';
import { MediaSource } from '../media/media.contract.ts';
import { NEWS_SLUG_MAX, newsErrors } from './news.rules.ts';

const route = routeWith(newsErrors);

/** Upper limit of a list's `count`. */
export const APP_NEWS_COUNT_MAX = 1000;

/** A category in the reader's language. */
export const AppNewsCategory = z
  .object({ id: id(), name: z.string(), color: z.string().meta({ description: '`#rrggbb`' }) })
  .meta({ id: 'AppNewsCategory' });
export type AppNewsCategory = z.infer<typeof AppNewsCategory>;

export const AppNewsCategories = pageOf(AppNewsCategory).meta({ id: 'AppNewsCategories' });

export const AppNewsCover = z
  .object({
    alt: z.string(),
    focal_x: z
      .number()
      .meta({ description: 'Focal point that stays visible, as a fraction of the width: 0 to 1.' }),
    focal_y: z.number(),
    sources: z.array(MediaSource),
  })
  .meta({ id: 'AppNewsCover' });
export type AppNewsCover = z.infer<typeof AppNewsCover>;

/** An article in the reader's language, without its body. */
export const AppNewsListed = z
  .object({
    id: id(),
    canonical_slug: z
      .string()
      .meta({ description: 'The current slug, if the article was requested by an old one.' }),
    locale: Locale.meta({ description: 'Language of the texts.' }),
    is_fallback: z.boolean().meta({ description: "Whether this differs from the reader's language." }),
    title: z.string(),
    excerpt: z.string(),
    cover: AppNewsCover.nullable(),
    category: AppNewsCategory.nullable(),
    published_at: instant(),
    is_pinned: z.boolean(),
    is_read: z.boolean().meta({ description: 'Whether the caller has read it.' }),
  })
  .meta({ id: 'AppNewsListed' });
export type AppNewsListed = z.infer<typeof AppNewsListed>;

export const AppNewsList = z
  .object({
    data: z.array(AppNewsListed),
    count: z
      .number()
      .int()
      .min(0)
      .meta({ description: `At most ${APP_NEWS_COUNT_MAX}: then there may be more.` }),
  })
  .meta({ id: 'AppNewsList' });

/** The same with its body, twice: as sanitised HTML, and as plain text with line breaks. */
export const AppNews = AppNewsListed.extend({
  html: z.string().meta({
    description:
      "Contains only p, h2, h3, strong, em, a, ul, ol, li, blockquote, hr, br, picture, source and img. Pictures have paths on the API's origin.",
  }),
  text: z.string(),
}).meta({ id: 'AppNews' });
export type AppNews = z.infer<typeof AppNews>;

export const appNews = c.router({
  readAppNewsList: route({
    method: 'GET',
    path: '/app/news',
    access: 'user',
    audience: 'app',
    operationId: 'app-read_news_list',
    content: ['news'],
    ownContent: 'news_reads',
    summary: 'List the published articles, pinned ones first, then newest first',
    query: Page.extend({
      after: uuid().optional().meta({
        description:
          'Id of the last article before this page; `skip` then counts from there. No article is missed or repeated when others are published or withdrawn between two pages.',
      }),
      category_id: uuid().optional(),
      search: text({ max: 255 }).optional().meta({
        description:
          'Words in title, excerpt and text, in any inflected form; ignores accents and letter case.',
      }),
    }),
    responses: { 200: AppNewsList },
    errors: ['row_gone'],
  }),
  readAppNewsCategories: route({
    method: 'GET',
    path: '/app/news-categories',
    access: 'user',
    audience: 'app',
    operationId: 'app-read_news_categories',
    summary: "List categories by their name in the reader's language",
    query: Page,
    responses: { 200: AppNewsCategories },
  }),
  readAppNews: route({
    method: 'GET',
    path: '/app/news/:id_or_slug',
    access: 'user',
    audience: 'app',
    operationId: 'app-read_news',
    content: ['news'],
    ownContent: 'news_reads',
    summary: 'Read a published article by its id, slug or a former slug',
    pathParams: z.object({ id_or_slug: text({ min: 1, max: NEWS_SLUG_MAX }) }),
    responses: { 200: AppNews },
    errors: ['no_news'],
  }),
  markAppNewsRead: route({
    method: 'PUT',
    path: '/app/news/:id/read',
    access: 'user',
    audience: 'app',
    operationId: 'app-mark_news_read',
    summary: 'Mark an article as read by the caller; idempotent',
    pathParams: z.object({ id: uuid() }),
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['no_news'],
  }),
});

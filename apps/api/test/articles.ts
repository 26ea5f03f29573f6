import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Account, fill, TestService } from './harness.ts';

const START = '2036-03-10T12:00:00Z';
/** A valid id that no article has. */
export const ID = '0190a1b2-0000-7000-8000-00000000abcd';
/** Start of a schedule, in the organisation's local time. */
export const LATER = { visible_from: '2036-03-20T09:00' };

export const doc = (...paragraphs: string[]) => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});
export const text = (title: string, fields: object = {}) => ({
  title,
  excerpt: '',
  body: doc(`Le texte de ${title}`),
  cover_alt: '',
  state: 'ready',
  ...fields,
});
export const french = (title: string, fields: object = {}) => ({
  translations: { fr: text(title, fields), en: null },
});

/** Two authors at their own time; no articles exist when a test starts. */
export class Articles {
  time = new Date(START);
  t!: TestService;
  admin!: Account;
  other!: Account;

  ask = (method: string, path: string, json?: object, { token } = this.admin) =>
    this.t.call(method, path, { token, ...(json && { json }) });

  read = async (id: string) => (await this.ask('GET', `/news/${id}`)).body;

  act = (id: string, verb: string, json: object = {}) => this.ask('POST', `/news/${id}/${verb}`, json);

  save = (id: string, version: number, content: object, by = this.admin) =>
    this.ask('PATCH', `/news/${id}`, { version, content }, by);

  /** @returns the id of a new article, after these actions */
  write = async (content: object = french('Un titre'), ...verbs: string[]): Promise<string> => {
    const { body } = await this.ask('POST', '/news/', { content });
    for (const verb of verbs) await this.act(body.id, verb);
    return body.id;
  };

  /** Text of an article in the app. */
  shown = async (id: string) => (await this.ask('GET', `/app/news/${id}`)).body.text as string | undefined;

  titles = async (query = '') =>
    (await this.ask('GET', `/news/?${query}`)).body.data.map(
      (row: { titles: { fr: string } }) => row.titles.fr,
    );
}

/** Starts the service for the tests of one file. */
export function useArticles(): Articles {
  const scene = new Articles();
  beforeAll(async () => {
    const settings = { ACCESS_TOKEN_EXPIRE_MINUTES: '525600' };
    scene.t = await TestService.start({ now: () => scene.time, settings });
    scene.admin = await scene.t.superuser();
    scene.other = await scene.t.colleague();
  });
  afterAll(() => scene.t.stop());
  beforeEach(async () => {
    scene.time = new Date(START);
    await scene.t.db.execute(sql`truncate news_articles cascade`);
  });
  return scene;
}

/** Inserts `count` published articles, each older than the previous one. */
export const insertArticles = (t: TestService, count: number): Promise<void> =>
  fill(
    t,
    sql`
    with made as (
      insert into news_articles (id, status, slug, content, live_revision_id, visible_from, first_published_at, created_at, updated_at)
      select gen_random_uuid(), 'live', 'b' || n, '{"cover":null,"missing_locale":"fallback","translations":{"fr":null,"en":null}}',
        gen_random_uuid(), now() - n * interval '1 minute', now(), now(), now()
      from generate_series(1, ${count}::int) as n
      returning id, slug, visible_from
    )
    insert into news_live (article_id, locale, text_locale, slug, title, excerpt, html, text, visible_from)
    select id, locale, 'fr', slug, 'Titre ' || slug, 'Résumé', '<p>Bonjour</p>', 'Bonjour ' || slug, visible_from
    from made, unnest('{fr,en}'::text[]) as locale`,
  );

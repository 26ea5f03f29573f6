import { LOCALES } from '@agora/contract/shared/locales';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, TestService } from '../../../../test/harness.ts';

/** Number of sequences, and maximum number of actions per article. */
const RUNS = 30;
const STEPS = 10;

const HOUR = 3_600_000;

let time = new Date('2036-05-10T12:00:00Z');
let t: TestService;
let admin: Account;
let readers: Account[];

const ask = (method: string, path: string, json?: object) =>
  t.call(method, path, { token: admin.token, ...(json && { json }) });

/** A unique word. */
let words = 0;
const newWord = () => {
  words += 1;
  return `mot${words}x`;
};

const text = (word: string, state: string) => ({
  title: `${word} titre`,
  excerpt: `${word} chapeau`,
  body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: `${word} texte` }] }] },
  state,
});

/** Local time of the organisation, in May. */
const localTime = (moment: Date) => new Date(moment.getTime() + 2 * HOUR).toISOString().slice(0, 16);

/** Expected visibility of an article, derived from responses: published words, and period. */
class Model {
  id = '';
  version = 1;
  saved = new Set<string>();
  shown = new Set<string>();
  /** Word in the slug: from the first title that members saw. */
  known: string | undefined;
  from: Date | undefined;
  to: Date | undefined;

  isVisible = () => this.from !== undefined && this.from <= time && (!this.to || time < this.to);
}

type Step = (model: Model) => Promise<void>;

/** An article in unique words, and the words whose language is ready. */
const write = (states: readonly [fr: string, en: string]) => {
  const own = states.map(newWord);
  const [fr, en] = states.map((each, index) => text(own[index] ?? '', each));
  const ready = new Set(own.filter((_, index) => states[index] === 'ready'));
  return { content: { translations: { fr, en } }, ready };
};

const state = fc.constantFrom('ready', 'ready', 'draft');

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(state, state).map(
    (states): Step =>
      async (model) => {
        const { content, ready } = write(states);
        const { status, body } = await ask('PATCH', `/news/${model.id}`, { version: model.version, content });
        if (status === 200) [model.saved, model.version] = [ready, body.version];
      },
  ),
  fc.tuple(state, state).map(
    (states): Step =>
      async (model) => {
        const { content } = write(states);
        await ask('PUT', `/news/${model.id}/autosave`, { version: model.version, content });
      },
  ),
  fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }).map(
    (hours): Step =>
      async (model) => {
        const to = hours === undefined ? undefined : new Date(time.getTime() + hours * HOUR);
        const json = { visible_to: to ? localTime(to) : null };
        const { status, body } = await ask('POST', `/news/${model.id}/publish`, json);
        if (status !== 200) return;
        Object.assign(model, {
          shown: model.saved,
          from: new Date(body.visible_from),
          to,
          version: body.version,
        });
      },
  ),
  fc.integer({ min: 1, max: 5 }).map(
    (hours): Step =>
      async (model) => {
        const from = new Date(time.getTime() + hours * HOUR);
        const json = { visible_from: localTime(from), visible_to: null };
        const { status, body } = await ask('POST', `/news/${model.id}/schedule`, json);
        if (status === 200)
          Object.assign(model, { shown: model.saved, from, to: undefined, version: body.version });
      },
  ),
  fc.constantFrom('unpublish', 'archive', 'unarchive').map(
    (verb): Step =>
      async (model) => {
        const { status, body } = await ask('POST', `/news/${model.id}/${verb}`);
        if (status === 200) Object.assign(model, { from: undefined, version: body.version });
      },
  ),
  fc.constant<Step>(async (model) => {
    const { status } = await ask('DELETE', `/news/${model.id}`);
    if (status === 200) model.from = undefined;
    const { body } = await ask('POST', `/news/${model.id}/restore`);
    model.version = body.version;
  }),
  fc.nat({ max: 9 }).map(
    (index): Step =>
      async (model) => {
        const { data } = (await ask('GET', `/news/${model.id}/revisions`)).body;
        const revision = data[index % data.length];
        const path = `/news/${model.id}/revisions/${revision.id}`;
        const { body: whole } = await ask('GET', path);
        const { status, body } = await ask('POST', `${path}/restore`);
        if (status !== 200) return;
        model.version = body.version;
        const { fr, en } = whole.content.translations;
        const texts: ({ title: string; state: string } | undefined)[] = [fr, en];
        model.saved = new Set(
          texts.flatMap((each) => (each?.state === 'ready' ? (each.title.split(' ')[0] ?? []) : [])),
        );
      },
  ),
  fc.integer({ min: 1, max: 4 }).map(
    (hours): Step =>
      async () => {
        time = new Date(time.getTime() + hours * HOUR);
      },
  ),
);

/** Every word in the app's responses to any reader. Slugs are separate: they keep the first visible word. */
async function seenOf(id: string) {
  const answers = await Promise.all(
    readers.flatMap(({ token }) =>
      ['/app/news', `/app/news/${id}`].map((path) => t.call('GET', path, { token })),
    ),
  );
  const slug = /"canonical_slug":"([^"]*)"/g;
  const texts = answers.map(({ text: all }) => all);
  return {
    words: new Set(texts.flatMap((all) => all.replaceAll(slug, '').match(/mot\d+x/g) ?? [])),
    slugs: new Set(texts.flatMap((all) => [...all.matchAll(slug)].map((match) => match[1]))),
  };
}

describe.each(LOCALES)(
  'random sequences of edits, schedules and publications with %s as default language',
  (DEFAULT_LOCALE) => {
    beforeAll(async () => {
      const settings = { ACCESS_TOKEN_EXPIRE_MINUTES: '525600', DEFAULT_LOCALE };
      t = await TestService.start({ now: () => time, settings });
      admin = await t.superuser();
      readers = [await t.member(), await t.member()];
      await t.call('PATCH', '/users/me', { token: readers[0]?.token ?? '', json: { locale: 'fr' } });
      await t.call('PATCH', '/users/me', { token: readers[1]?.token ?? '', json: { locale: 'en' } });
    });
    afterAll(() => t.stop());

    it('shows the app all published words and never an unpublished one', async () => {
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: STEPS }), async (sequence) => {
          const model = new Model();
          const { content, ready } = write(DEFAULT_LOCALE === 'fr' ? ['ready', 'draft'] : ['draft', 'ready']);
          model.saved = ready;
          model.id = (await ask('POST', '/news/', { content })).body.id;
          for (const step of sequence) {
            await step(model);
            const allowed = model.isVisible() ? [...model.shown] : [];
            model.known ??= allowed[0];
            const { words: found, slugs } = await seenOf(model.id);
            expect([...found].sort()).toEqual(allowed.toSorted());
            expect([...slugs]).toEqual(allowed.length > 0 ? [`${model.known}-titre`] : []);
            for (const word of found) seen.add(word);
          }
          await ask('DELETE', `/news/${model.id}`);
        }),
        { numRuns: RUNS, seed: 1, endOnFailure: true },
      );
      expect(seen.size).toBeGreaterThan(RUNS / 3);
    });
  },
);

import type { RichText } from '@agora/contract/features/news/news.rich-text.schema';
import type { NewsContent, NewsText } from '@agora/contract/features/news/news.schema';
import type { Locale } from '@agora/contract/shared/locale';
import slugify from '@sindresorhus/slugify';
import type { default as Sharp } from 'sharp';
import { mulberry32, pick, type Random, uuidAt } from '../../platform/random.ts';
import type { Media } from '../media/media.table.ts';
import type { NewsCategory } from './news.categories.table.ts';
import type { NewNewsArticle, NewsArticle, NewsRevisionRow } from './news.table.ts';
import { ARTICLES, CATEGORIES, type DemoArticle, PARAGRAPHS } from './news.texts.seed.ts';

const SEED = 20_261_121;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Size of a cover in pixels, and number of different covers. */
const COVER = { width: 960, height: 540 };
const COVERS = 4;

/** States other than published, by index in the list. */
const STATES: Record<number, 'draft' | 'scheduled' | 'archived' | 'ended' | 'trashed' | 'edited' | 'pinned'> =
  {
    2: 'pinned',
    4: 'edited',
    7: 'scheduled',
    10: 'ended',
    14: 'draft',
    16: 'scheduled',
    17: 'draft',
    19: 'draft',
    21: 'archived',
    22: 'trashed',
    23: 'archived',
  };

/** A PNG with soft colours that depend on the number. */
const cover = (sharp: typeof Sharp, number: number): Promise<Buffer> => {
  const { width, height } = COVER;
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const wave = Math.sin(x / (90 + 40 * number) + y / 120 + number) + Math.cos(y / (70 + 20 * number));
      const at = (y * width + x) * 3;
      for (const channel of [0, 1, 2])
        pixels[at + channel] = Math.round(150 + 45 * Math.sin(wave + number * 1.7 + channel * 2.1));
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
};

/** Pictures of the demo data, which must be stored before its articles. */
export async function demoCovers(): Promise<Buffer[]> {
  // Loaded here, so that services that seed nothing do not load the decoder.
  const { default: sharp } = await import('sharp');
  return Promise.all(Array.from({ length: COVERS }, (_, number) => cover(sharp, number)));
}

type Cover = Pick<Media, 'id' | 'width' | 'height'>;

interface DemoNewsInput {
  now: Date;
  /** Authors of the articles. */
  authors: readonly string[];
  covers: readonly Cover[];
}

type ShownArticle = Pick<
  NewsArticle,
  'id' | 'slug' | 'category_id' | 'content' | 'pinned_until' | 'visible_to'
> & {
  visible_from: Date;
};

interface DemoNews {
  categories: NewsCategory[];
  articles: NewNewsArticle[];
  revisions: NewsRevisionRow[];
  /** The members' view of the live articles. */
  shown: ShownArticle[];
}

/** Articles of a team, one or more in each state; deterministic for the same input. */
export function demoNews(input: DemoNewsInput): DemoNews {
  const random = mulberry32(SEED);
  const oldest = new Date(input.now.getTime() - 120 * DAY);
  const categories = CATEGORIES.map(({ fr, en, color }) => ({
    id: uuidAt(oldest, random),
    name_fr: fr,
    name_en: en,
    color,
    created_at: oldest,
  }));
  const all = ARTICLES.map((article, index) => demoArticle(input, random, categories, article, index));
  return {
    categories,
    articles: all.map(({ row }) => row),
    revisions: all.flatMap(({ revisions }) => revisions),
    shown: all.flatMap(({ shown }) => shown),
  };
}

/** Longest time after which a member reads an article, in days. */
const READ_WITHIN = 9;

interface Reader {
  id: string;
  locale: Locale;
  created_at: Date;
}

/** Reads of the live articles by some members each, most of them soon after the publication. */
export function demoReads(now: Date, shown: readonly ShownArticle[], members: readonly Reader[]) {
  const random = mulberry32(SEED + 1);
  return shown.flatMap(({ id, visible_from }) => {
    const share = 0.05 + random() * 0.4;
    return members.flatMap((member) => {
      const at = new Date(visible_from.getTime() + random() ** 2 * READ_WITHIN * DAY);
      const isRead = random() < share && at < now && at > member.created_at;
      return isRead ? [{ article_id: id, user_id: member.id, locale: member.locale, at }] : [];
    });
  });
}

function demoArticle(
  { now, authors, covers }: DemoNewsInput,
  random: Random,
  categories: readonly NewsCategory[],
  article: DemoArticle,
  index: number,
) {
  const state = STATES[index] ?? 'published';
  const written = new Date(now.getTime() - index * 4 * DAY - 2 * DAY);
  const author = pick(random, authors);
  const content = contentOf(article, index, covers, state === 'draft');
  const id = uuidAt(written, random);
  const isLive = ['published', 'edited', 'pinned', 'scheduled', 'ended'].includes(state);
  const visible_from = state === 'scheduled' ? atMinute(now, index * DAY) : atMinute(written, DAY);
  const visible_to = state === 'ended' ? atMinute(now, -2 * DAY) : null;
  const kinds = isLive ? (['save', 'publish', 'save'] as const) : (['save'] as const);
  const revisions = kinds.slice(0, state === 'edited' ? 3 : 2).map(
    (kind, at): NewsRevisionRow => ({
      id: uuidAt(written, random),
      article_id: id,
      kind,
      version: at < 2 ? 1 : 2,
      content: at === 2 ? edited(content) : content,
      media_ids: content.cover ? [content.cover.media_id] : [],
      created_at: new Date(written.getTime() + at * HOUR),
      created_by: author,
    }),
  );
  const last = revisions.at(-1);
  const row = {
    id,
    slug: slugify(article.fr, { decamelize: false }),
    category_id: categories[article.category]?.id ?? null,
    content: last?.content ?? content,
    status: isLive ? ('live' as const) : state === 'archived' ? ('archived' as const) : ('draft' as const),
    has_changes: state === 'edited',
    live_revision_id: isLive ? (revisions[1]?.id ?? null) : null,
    visible_from: isLive ? visible_from : null,
    visible_to,
    first_published_at: isLive ? visible_from : state === 'archived' ? atMinute(written, DAY) : null,
    pinned_until: state === 'pinned' ? new Date(now.getTime() + 5 * DAY) : null,
    version: last?.version ?? 1,
    created_at: written,
    created_by: author,
    updated_at: last?.created_at ?? written,
    updated_by: author,
    deleted_at: state === 'trashed' ? new Date(now.getTime() - 3 * DAY) : null,
  };
  const shown = isLive ? [{ ...row, content, visible_from }] : [];
  return { row, revisions, shown };
}

/** A time after a moment, rounded to minutes. */
const atMinute = (moment: Date, later: number) =>
  new Date(Math.floor((moment.getTime() + later) / 60_000) * 60_000);

function contentOf(
  { fr, en }: DemoArticle,
  index: number,
  covers: readonly Cover[],
  isDraft: boolean,
): NewsContent {
  const picture = index % 3 === 2 ? undefined : covers[index % covers.length];
  const textIn = (locale: Locale, title: string, state: NewsText['state']): NewsText => {
    const [first, second] = [0, 1].map((at) => PARAGRAPHS[(index + at) % PARAGRAPHS.length]?.[locale] ?? '');
    return {
      title,
      excerpt: first?.split('. ')[0]?.concat('.').replace('..', '.') ?? '',
      body: body(title, first ?? '', second ?? ''),
      cover_alt: picture ? ALT[locale] : '',
      state,
    };
  };
  return {
    cover: picture
      ? { media_id: picture.id, width: picture.width, height: picture.height, focal_x: 0.5, focal_y: 0.4 }
      : null,
    missing_locale: index % 8 === 6 ? 'hide' : 'fallback',
    translations: {
      fr: textIn('fr', fr, 'ready'),
      en: en === null ? null : textIn('en', en, isDraft ? 'draft' : 'ready'),
    },
  };
}

const ALT = { fr: 'Des vagues de couleurs douces', en: 'Waves of soft colours' };

const body = (title: string, first: string, second: string): RichText => ({
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: first }] },
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: title }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: `${second} ` },
        {
          type: 'text',
          text: 'agora@example.com',
          marks: [{ type: 'link', attrs: { href: 'mailto:agora@example.com' } }],
        },
      ],
    },
  ],
});

const edited = ({ translations: { fr, en }, ...content }: NewsContent): NewsContent => ({
  ...content,
  translations: { fr: fr && { ...fr, title: `${fr.title} (mise à jour)` }, en },
});

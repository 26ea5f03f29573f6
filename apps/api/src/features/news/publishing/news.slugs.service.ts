import { NEWS_SLUG, NEWS_SLUG_MAX } from '@agora/contract/features/news/news.rules';
import { UUID } from '@agora/contract/shared/uuid';
import slugify from '@sindresorhus/slugify';
import type { Db } from '../../../platform/db/client.ts';
import { AppError } from '../../../platform/errors.ts';
import { claimSlug, ownerOfSlug, releaseSlug } from '../news.queries.ts';
import type { NewsArticle } from '../news.table.ts';

/** Slug for titles without any usable character. */
const UNTITLED = 'article';

/** Maximum length of the part from the title, leaving space for a number if it is taken. */
const STEM_MAX = NEWS_SLUG_MAX - 10;

/** Numeric suffixes to try before a random one. */
const TRIES = 20;

/** Slug form of a title. */
function slugOf(title: string): string {
  const slug = slugify(title).slice(0, STEM_MAX).replaceAll(/^-|-$/g, '');
  return NEWS_SLUG.test(slug) && !UUID.test(slug) ? slug : UNTITLED;
}

/** Claims a slug derived from a title, unique among current and past slugs; safe under concurrency. */
export async function newSlug(tx: Db, articleId: string, title: string): Promise<string> {
  const stem = slugOf(title);
  for (let number = 1; number <= TRIES; number += 1) {
    const slug = number === 1 ? stem : `${stem}-${number}`;
    if (await claimSlug(tx, slug, articleId)) return slug;
  }
  const slug = `${stem}-${crypto.randomUUID().slice(0, 8)}`;
  await claimSlug(tx, slug, articleId);
  return slug;
}

type Named = Pick<NewsArticle, 'id' | 'slug' | 'has_chosen_slug' | 'first_published_at' | 'live_revision_id'>;

/** Time since when members know an article; null if it was never visible, even if scheduled. */
export const visibleSince = (
  { first_published_at }: Pick<NewsArticle, 'first_published_at'>,
  now: Date,
): Date | null => (first_published_at && first_published_at <= now ? first_published_at : null);

interface Naming {
  /** With a transaction. */
  db: Db;
  now: () => Date;
}

/** Releases the current slug, unless members may know it. */
const releaseSlugUnlessVisible = async ({ db, now }: Naming, article: Named) => {
  if (!visibleSince(article, now())) await releaseSlug(db, article.slug);
};

/** @throws {AppError} `slug_taken` */
export async function chooseSlug(work: Naming, article: Named, slug: string): Promise<void> {
  const isClaimed = await claimSlug(work.db, slug, article.id);
  if (!isClaimed && (await ownerOfSlug(work.db, slug)) !== article.id) throw new AppError('slug_taken');
  await releaseSlugUnlessVisible(work, article);
}

/** True if the slug does not follow the title: it was chosen, or members know it. */
const isSettled = ({ now }: Naming, article: Named) =>
  article.has_chosen_slug || visibleSince(article, now()) !== null;

async function renamed(work: Naming, article: Named, title: string): Promise<string> {
  await releaseSlugUnlessVisible(work, article);
  return newSlug(work.db, article.id, title);
}

/** Slug after a change of title. A live article keeps the slug of its published title. */
export async function slugAfter(
  work: Naming,
  article: Named,
  before: string,
  after: string,
): Promise<string> {
  const keepsSlug = article.live_revision_id !== null || isSettled(work, article);
  return keepsSlug || slugOf(before) === slugOf(after) ? article.slug : renamed(work, article, after);
}

/** Slug of an article about to be published under a title. */
export const slugToShow = async (work: Naming, article: Named, title: string): Promise<string> =>
  isSettled(work, article) || article.slug === slugOf(title) ? article.slug : renamed(work, article, title);

import { NEWS_SLUG_MAX } from '@agora/contract/features/news/news-limits';
import slugify from '@sindresorhus/slugify';
import type { Db } from '../../platform/db/client.ts';
import { AppError } from '../../platform/errors.ts';
import { claimSlug, ownerOfSlug, releaseSlug } from './news.queries.ts';

/** What articles without a title are called. */
const UNTITLED = 'article';

/** Longest part that comes from a title: a number follows where it is taken. */
const STEM_MAX = NEWS_SLUG_MAX - 10;

/** Numbers that are tried before something random is. */
const TRIES = 20;

/** What a title is in addresses. */
const slugOf = (title: string): string =>
  slugify(title)
    .slice(0, STEM_MAX)
    .replaceAll(/^-+|-+$/g, '') || UNTITLED;

/** Whether a slug was made of this title, maybe with a number. */
const isFrom = (slug: string, title: string): boolean => {
  const stem = slugOf(title);
  return slug === stem || (slug.startsWith(`${stem}-`) && /^[0-9a-f]+$/.test(slug.slice(stem.length + 1)));
};

/** A slug after a title that no other article has or had, however many ask for it at once. */
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

interface Named {
  id: string;
  slug: string;
  first_published_at: Date | null;
}

/** Lets go of the slug that an article has until now, unless somebody may know it. */
const leaveSlug = async (tx: Db, { slug, first_published_at }: Named) => {
  if (!first_published_at) await releaseSlug(tx, slug);
};

/** @throws {AppError} `slug_taken` */
export async function chooseSlug(tx: Db, article: Named, slug: string): Promise<void> {
  const isClaimed = await claimSlug(tx, slug, article.id);
  if (!isClaimed && (await ownerOfSlug(tx, slug)) !== article.id) throw new AppError('slug_taken');
  await leaveSlug(tx, article);
}

/** The slug of an article after its new title: another one as long as it was never published. */
export async function slugAfter(tx: Db, article: Named, before: string, after: string): Promise<string> {
  if (article.first_published_at || slugOf(before) === slugOf(after) || !isFrom(article.slug, before))
    return article.slug;
  await leaveSlug(tx, article);
  return newSlug(tx, article.id, after);
}

import { missingIn } from '@agora/contract/features/news/news.publishing.rules';
import { NewsContentWrite } from '@agora/contract/features/news/news.schema';
import { describe, expect, it } from 'vitest';
import { statusOf } from './editing/news.service.ts';
import { demoNews } from './news.seed.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const cover = {
  id: '00000000-0000-8000-8000-000000000000',
  width: 960,
  height: 540,
  created_at: now,
  sent_at: now,
};
const input = { now, authors: ['one', 'two'], covers: [cover] };
const { articles, shown, revisions } = demoNews(input);
const rows = articles.map((row) => ({
  ...row,
  status: statusOf({ visible_from: null, visible_to: null, ...row }, now),
}));

describe('demoNews', () => {
  it('returns the same demo articles for the same input', () =>
    expect(demoNews(input)).toEqual(demoNews({ ...input })));

  it('includes articles in every state, pinned, edited since publication, without English and deleted', () => {
    const notDeleted = rows.filter(({ deleted_at }) => !deleted_at);
    expect(new Set(notDeleted.map(({ status }) => status))).toEqual(
      new Set(['draft', 'scheduled', 'published', 'archived']),
    );
    expect(rows.length - notDeleted.length).toBe(1);
    expect(rows.some(({ has_changes }) => has_changes)).toBe(true);
    expect(rows.some(({ pinned_until }) => pinned_until && pinned_until > now)).toBe(true);
    expect(rows.some(({ content }) => content.translations.en === null)).toBe(true);
  });

  it('shows only publishable articles with a published revision', () => {
    for (const { id, content, live_revision_id } of articles.filter(({ status }) => status === 'live')) {
      expect(missingIn(content, 'fr')).toEqual([]);
      expect(shown.some((each) => each.id === id)).toBe(true);
      expect(revisions.find((revision) => revision.id === live_revision_id)?.kind).toBe('publish');
    }
  });

  it('writes only demo articles that the API accepts', () => {
    for (const { content } of articles) expect(NewsContentWrite.safeParse(content).error).toBeUndefined();
  });
});

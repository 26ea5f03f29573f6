import { PUSH_BODY_MAX, PUSH_TITLE_MAX } from '@agora/contract/features/broadcasts/broadcasts.rules';
import type { BroadcastText } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { mediaPath, mediaWidths } from '@agora/contract/features/media/media.rules';
import type { RichText } from '@agora/contract/features/news/news.rich-text.schema';
import type { NewsText } from '@agora/contract/features/news/news.schema';
import { cutGraphemes } from '@agora/contract/shared/graphemes';
import type { QueryClient } from '@tanstack/react-query';
import { tsr } from '../../../platform/client.ts';
import { firstIn } from '../../../platform/default-locale.ts';
import { newsKeys } from '../../news/news.queries.ts';
import type { InitialFields } from './broadcast-values.ts';

/** The first paragraph of a body that is not empty, without its marks. */
const firstParagraph = ({ content }: RichText): string =>
  content
    .map((node) =>
      node.type === 'paragraph'
        ? (node.content ?? []).map((inline) => (inline.type === 'text' ? inline.text : ' ')).join('')
        : '',
    )
    .find((text) => text.trim()) ?? '';

const pushTextOf = (text: NewsText | null): BroadcastText | null =>
  text?.state === 'ready'
    ? {
        title: cutGraphemes(text.title.trim(), PUSH_TITLE_MAX),
        body: cutGraphemes(text.excerpt.trim() || firstParagraph(text.body).trim(), PUSH_BODY_MAX),
      }
    : null;

/** Initial values of a push to all members about an article: its published text, not the draft. */
export async function readArticleFields(client: QueryClient, id: string): Promise<InitialFields> {
  const { news } = tsr.initQueryClient(client);
  const options = { staleTime: 0, retry: false };
  const article = await news.readNewsArticle.fetchQuery({
    queryKey: newsKeys.one(id),
    queryData: { params: { id } },
    ...options,
  });
  const { slug, live } = article.body;
  if (!live) return {};
  const params = { id, revision_id: live.revision.id };
  const revision = await news.readRevision.fetchQuery({
    queryKey: newsKeys.revision(params.revision_id),
    queryData: { params },
    ...options,
  });
  const { cover, translations } = revision.body.content;
  const texts = { fr: pushTextOf(translations.fr), en: pushTextOf(translations.en) };
  return {
    name: firstIn((locale) => texts[locale]?.title) ?? '',
    category: 'news',
    translations: texts,
    audience: { everyone: true },
    link: `/news/${slug}`,
    image_id: cover?.media_id ?? null,
    image: cover && mediaPath(cover.media_id, mediaWidths(cover.width)[1] ?? cover.width, 'webp'),
  };
}

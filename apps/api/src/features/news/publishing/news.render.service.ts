import { mediaPath, mediaSrcset, mediaWidths } from '@agora/contract/features/media/media.rules';
import { isSafeHref } from '@agora/contract/features/news/news.links.rules';
import type {
  BlockNode,
  ImageNode,
  InlineNode,
  ListItem,
  Mark,
  RichText,
} from '@agora/contract/features/news/news.rich-text.schema';
import sanitizeHtml from 'sanitize-html';
import { escapeHtml } from '../../../platform/html.ts';

/** The only rendering of articles, for the app and the team's preview. */
export const htmlOf = ({ content }: RichText): string => sanitizeArticle(content.map(blockHtml).join(''));

const TAGS = [
  'p',
  'h2',
  'h3',
  'strong',
  'em',
  'a',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'br',
  'figure',
  'figcaption',
  'picture',
  'source',
  'img',
];

const SCHEMES = ['http', 'https', 'mailto', 'tel', 'agora'];

/** Removes all HTML that articles do not use, from any source. Leaves clean HTML unchanged. */
export const sanitizeArticle = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: {
      a: ['href', 'rel'],
      ol: ['start'],
      source: ['type', 'srcset', 'sizes'],
      img: ['src', 'alt', 'width', 'height', 'loading'],
    },
    allowedSchemes: SCHEMES,
    allowProtocolRelative: false,
    allowedSchemesByTag: { img: [], source: [] },
    transformTags: {
      a: (tagName, { href = '' }): sanitizeHtml.Tag => ({
        tagName,
        attribs: isSafeHref(href) ? { href, rel: 'noopener noreferrer' } : {},
      }),
    },
    exclusiveFilter: ({ tag, attribs }) =>
      (tag === 'img' && !isOwn(attribs['src'])) || (tag === 'source' && !isOwn(attribs['srcset'])),
  });

/** True if all picture addresses belong to `media`. */
const isOwn = (addresses = '') =>
  addresses
    .split(', ')
    .every((address) => /^\/media\/[0-9a-f-]{36}\/\d+\.(?:webp|jpg)(?: \d+w)?$/.test(address));

function blockHtml(node: BlockNode): string {
  switch (node.type) {
    case 'paragraph':
      return `<p>${inlinesHtml(node.content)}</p>`;
    case 'heading':
      return `<h${node.attrs.level}>${inlinesHtml(node.content)}</h${node.attrs.level}>`;
    case 'bulletList':
      return `<ul>${node.content.map(itemHtml).join('')}</ul>`;
    case 'orderedList': {
      const start = node.attrs?.start ?? 1;
      return `<ol${start === 1 ? '' : ` start="${start}"`}>${node.content.map(itemHtml).join('')}</ol>`;
    }
    case 'blockquote':
      return `<blockquote>${node.content.map(blockHtml).join('')}</blockquote>`;
    case 'horizontalRule':
      return '<hr />';
    case 'image':
      return imageHtml(node);
  }
}

const itemHtml = ({ content }: ListItem) => `<li>${content.map(blockHtml).join('')}</li>`;

function imageHtml({ attrs: { media_id: id, alt, caption, width, height } }: ImageNode): string {
  const largest = mediaPath(id, mediaWidths(width).at(-1) ?? width, 'jpg');
  const picture =
    `<picture><source type="image/webp" srcset="${mediaSrcset(id, width, 'webp')}" sizes="100vw" />` +
    `<img src="${largest}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" loading="lazy" /></picture>`;
  return caption ? `<figure>${picture}<figcaption>${escapeHtml(caption)}</figcaption></figure>` : picture;
}

const inlinesHtml = (nodes: InlineNode[] = []) => nodes.map(inlineHtml).join('');

const inlineHtml = (node: InlineNode): string =>
  node.type === 'hardBreak'
    ? '<br />'
    : (node.marks ?? []).reduceRight((html, mark) => markHtml(mark, html), escapeHtml(node.text));

function markHtml(mark: Mark, html: string): string {
  if (mark.type === 'bold') return `<strong>${html}</strong>`;
  if (mark.type === 'italic') return `<em>${html}</em>`;
  return `<a href="${escapeHtml(mark.attrs.href)}" rel="noopener noreferrer">${html}</a>`;
}

/** The same as plain text, one line per block. A picture becomes its alternative text and caption. */
export const textOf = ({ content }: RichText): string =>
  content
    .map((block) => blockText(block))
    .filter(Boolean)
    .join('\n');

function blockText(node: BlockNode): string {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return (node.content ?? []).map((inline) => (inline.type === 'text' ? inline.text : '\n')).join('');
    case 'bulletList':
    case 'orderedList':
      return node.content.map(({ content }) => `• ${textOf({ type: 'doc', content })}`).join('\n');
    case 'blockquote':
      return textOf({ type: 'doc', content: node.content });
    case 'image':
      return [node.attrs.alt, node.attrs.caption].filter(Boolean).join('\n');
    case 'horizontalRule':
      return '';
  }
}

import { z } from 'zod';
import { text, uuid } from '../../shared/fields.ts';
import { HREF_MAX, isSafeHref } from './news.links.rules.ts';
import { NEWS_ALT_MAX, NEWS_BODY_BYTES_MAX, NEWS_BODY_LEVELS_MAX, NEWS_CAPTION_MAX } from './news.rules.ts';

export type Mark = { type: 'bold' } | { type: 'italic' } | { type: 'link'; attrs: { href: string } };

export type InlineNode = { type: 'text'; text: string; marks?: Mark[] | undefined } | { type: 'hardBreak' };

export interface ListItem {
  type: 'listItem';
  content: BlockNode[];
}

/** A picture of `media`; the server replaces the size sent with that of the picture. */
export interface ImageNode {
  type: 'image';
  attrs: {
    media_id: string;
    alt: string;
    /** Shown below the picture; bodies written before captions have none. */
    caption?: string | undefined;
    width: number;
    height: number;
  };
}

export type BlockNode =
  | { type: 'paragraph'; content?: InlineNode[] | undefined }
  | { type: 'heading'; attrs: { level: 2 | 3 }; content?: InlineNode[] | undefined }
  | { type: 'bulletList'; content: ListItem[] }
  | { type: 'orderedList'; attrs?: { start: number } | undefined; content: ListItem[] }
  | { type: 'blockquote'; content: BlockNode[] }
  | { type: 'horizontalRule' }
  | ImageNode;

/**
 * Body of an article in TipTap's format. Nodes: `paragraph`, `heading` of level 2 or 3, `bulletList`,
 * `orderedList`, `listItem`, `blockquote`, `image`, `horizontalRule`, `hardBreak`, `text`; marks: `bold`,
 * `italic`, `link`. Other attributes are dropped, other nodes and marks rejected.
 */
export interface RichText {
  type: 'doc';
  content: BlockNode[];
}

export const EMPTY_TEXT: RichText = { type: 'doc', content: [] };

const mark = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bold') }),
  z.object({ type: z.literal('italic') }),
  z.object({ type: z.literal('link'), attrs: z.object({ href: text({ max: HREF_MAX }) }) }),
]);

/** Unsafe links are removed; their text stays. */
const marks = z
  .array(mark)
  .transform((all) => all.filter((each) => each.type !== 'link' || isSafeHref(each.attrs.href)));

const inline = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: text({ min: 1 }), marks: marks.optional() }),
  z.object({ type: z.literal('hardBreak') }),
]);
const inlines = z.array(inline).optional();

const blocks: z.ZodType<BlockNode[]> = z.lazy(() => z.array(block));
const listItem = z.object({ type: z.literal('listItem'), content: blocks });
const optionalText = (max: number) =>
  text({ max })
    .nullish()
    .transform((value) => value ?? '');
const pixels = z.number().int().positive().catch(1);

const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('paragraph'), content: inlines }),
  z.object({
    type: z.literal('heading'),
    attrs: z.object({ level: z.literal([2, 3]) }),
    content: inlines,
  }),
  z.object({ type: z.literal('bulletList'), content: z.array(listItem) }),
  z.object({
    type: z.literal('orderedList'),
    attrs: z.object({ start: z.number().int().min(0).max(1_000_000).default(1) }).optional(),
    content: z.array(listItem),
  }),
  z.object({ type: z.literal('blockquote'), content: blocks }),
  z.object({ type: z.literal('horizontalRule') }),
  z.object({
    type: z.literal('image'),
    attrs: z.object({
      media_id: uuid(),
      alt: optionalText(NEWS_ALT_MAX),
      caption: optionalText(NEWS_CAPTION_MAX).optional(),
      width: pixels,
      height: pixels,
    }),
  }),
]);

const doc = z.object({ type: z.literal('doc'), content: z.array(block).default([]) });

/** A node is an object plus its list; a node's own content, its marks and their attributes add 4. */
const LEVELS_MAX = 2 * NEWS_BODY_LEVELS_MAX + 4;

/** Returns true if objects and lists nest deeper than the limit. Not recursive: the input may be hostile. */
function isDeeper(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}

const DESCRIPTION = {
  type: 'object',
  format: 'tiptap',
  description:
    'A document of TipTap. Nodes: paragraph, heading (level 2 or 3), bulletList, orderedList, listItem, blockquote, image (media_id, alt, caption), horizontalRule, hardBreak, text. Marks: bold, italic, link (http, https, mailto, tel or agora). Other attributes are dropped, other nodes and marks refused. At most 200 kB.',
} as const;

/** A document in a request. */
export const richTextWrite = () =>
  z
    .unknown()
    .check(({ value, issues }) => {
      const problem = sizeProblem(value);
      if (problem) issues.push({ code: 'custom', input: value, ...problem });
    })
    .pipe(doc)
    .meta(DESCRIPTION);

function sizeProblem(value: unknown) {
  if (isDeeper(value, LEVELS_MAX))
    return {
      message: `Document should have at most ${NEWS_BODY_LEVELS_MAX} levels`,
      params: { type: 'document_too_deep', ctx: { max_levels: NEWS_BODY_LEVELS_MAX } },
    };
  if (new TextEncoder().encode(JSON.stringify(value) ?? '').length > NEWS_BODY_BYTES_MAX)
    return {
      message: `Document should have at most ${NEWS_BODY_BYTES_MAX} bytes`,
      params: { type: 'document_too_long', ctx: { max_bytes: NEWS_BODY_BYTES_MAX } },
    };
  return undefined;
}

/** A document in a response. */
export const richText = () => z.custom<RichText>((value) => typeof value === 'object').meta(DESCRIPTION);

import { mediaPath, mediaWidths } from '@agora/contract/features/media/media.rules';
import { isSafeHref } from '@agora/contract/features/news/news.links.rules';
import { NEWS_ALT_MAX, NEWS_CAPTION_MAX } from '@agora/contract/features/news/news.rules';
import { type AnyExtension, Mark, Node, wrappingInputRule } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { Italic } from '@tiptap/extension-italic';
import { BulletList } from '@tiptap/extension-list/bullet-list';
import { ListItem } from '@tiptap/extension-list/item';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { Placeholder } from '@tiptap/extensions/placeholder';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { FrenchTyping } from './body-typesetting.ts';
import { t } from './news.body.texts.ts';

/** Maximum width of a picture in the editor, in pixels. */
const SHOWN_WIDTH = 1080;

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    orderedList: { toggleOrderedList: () => ReturnType };
  }
}

/** TipTap's link extension adds 10 kB to detect typed addresses. */
const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    { tag: 'a[href]', getAttrs: (element) => isSafeHref(element.getAttribute('href') ?? '') && null },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', { href: HTMLAttributes['href'], rel: 'noopener' }, 0],
});

/** An uploaded picture; pictures of other sites are not pasted. */
const Picture = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () => ({
    media_id: { default: null },
    alt: { default: '' },
    caption: { default: '' },
    width: { default: 1 },
    height: { default: 1 },
  }),
  parseHTML: () => [
    {
      tag: 'img[data-media]',
      getAttrs: (element) => ({
        media_id: element.getAttribute('data-media'),
        alt: element.getAttribute('alt')?.slice(0, NEWS_ALT_MAX) ?? '',
        caption: element.getAttribute('data-caption')?.slice(0, NEWS_CAPTION_MAX) ?? '',
        width: Number(element.getAttribute('width')) || 1,
        height: Number(element.getAttribute('height')) || 1,
      }),
    },
  ],
  renderHTML({ node }) {
    const { media_id, alt, caption, width, height } = node.attrs;
    const shown = mediaWidths(width).findLast((each) => each <= SHOWN_WIDTH) ?? width;
    const src = mediaPath(media_id, shown, 'webp');
    // The style sheet shows the caption: as an element it would be pasted a second time, as a paragraph.
    return [
      'figure',
      { 'data-caption': caption },
      ['img', { src, alt, width, height, 'data-media': media_id, 'data-caption': caption }],
    ];
  },
});

/** Articles have two heading levels; other levels of a pasted text map to the nearest. */
const Headings = Heading.extend({
  parseHTML: () =>
    [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: level <= 2 ? 2 : 3 } })),
}).configure({ levels: [2, 3] });

/**
 * TipTap's ordered list accepts start numbers that the contract rejects, such as a phone number, and adds a
 * Markdown parser.
 */
const OrderedList = Node.create({
  name: 'orderedList',
  group: 'block list',
  content: 'listItem+',
  addAttributes: () => ({
    start: {
      default: 1,
      parseHTML: (element) => Number(/^\d{1,6}$/.exec(element.getAttribute('start') ?? '')?.[0] ?? 1),
    },
  }),
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: ({ HTMLAttributes }) => ['ol', HTMLAttributes, 0],
  addCommands: () => ({
    toggleOrderedList:
      () =>
      ({ commands }) =>
        commands.toggleList('orderedList', 'listItem'),
  }),
  addKeyboardShortcuts() {
    return { 'Mod-Shift-7': () => this.editor.commands.toggleOrderedList() };
  },
  addInputRules() {
    return [
      wrappingInputRule({
        find: /^(\d{1,6})\.\s$/,
        type: this.type,
        getAttributes: ([, start]) => ({ start: Number(start) }),
        joinPredicate: ([, next], list) => list.childCount + list.attrs['start'] === Number(next),
      }),
    ];
  },
});

/** Nodes and marks of the contract's `RichText`, and no others. */
const EXTENSIONS: AnyExtension[] = [
  Document,
  Paragraph,
  Text,
  Headings,
  Bold,
  Italic,
  Link,
  BulletList,
  OrderedList,
  ListItem,
  Blockquote,
  Picture,
  HorizontalRule,
  HardBreak,
  UndoRedo,
  Placeholder.configure({ placeholder: () => t.placeholder }),
];

export const extensionsFor = (locale: 'fr' | 'en'): AnyExtension[] =>
  locale === 'fr' ? [...EXTENSIONS, FrenchTyping] : EXTENSIONS;

import type { BlockNode, InlineNode, RichText } from '@agora/contract/features/news/news.rich-text.schema';

const MARKS = { bold: '**', italic: '*' } as const;

function inlineText(node: InlineNode): string {
  if (node.type === 'hardBreak') return '\n';
  return (node.marks ?? []).reduce(
    (text, mark) =>
      mark.type === 'link' ? `[${text}](${mark.attrs.href})` : MARKS[mark.type] + text + MARKS[mark.type],
    node.text,
  );
}

const inlines = (nodes: InlineNode[] = []) => nodes.map(inlineText).join('');
const indent = (text: string, mark: string) =>
  text
    .split('\n')
    .map((line, index) => (index === 0 ? mark : ' '.repeat(mark.length)) + line)
    .join('\n');
const blocks = (nodes: BlockNode[], separator: string) => nodes.map(blockText).join(separator);

function blockText(node: BlockNode): string {
  switch (node.type) {
    case 'paragraph':
      return inlines(node.content);
    case 'heading':
      return `${'#'.repeat(node.attrs.level)} ${inlines(node.content)}`;
    case 'bulletList':
      return node.content.map(({ content }) => indent(blocks(content, '\n'), '• ')).join('\n');
    case 'orderedList':
      return node.content
        .map(({ content }, index) => indent(blocks(content, '\n'), `${(node.attrs?.start ?? 1) + index}. `))
        .join('\n');
    case 'blockquote':
      return indent(blocks(node.content, '\n'), '> ').replaceAll(/^ {2}/gm, '> ');
    case 'image':
      return `![${node.attrs.alt}]${node.attrs.caption ? ` ${node.attrs.caption}` : ''}`;
    case 'horizontalRule':
      return '———';
  }
}

/** A body as plain text with marks similar to Markdown, for comparing versions. */
export const bodyText = ({ content }: RichText): string => blocks(content, '\n\n');

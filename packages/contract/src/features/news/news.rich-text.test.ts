import { describe, expect, it } from 'vitest';
import { type BlockNode, richTextWrite } from './news.rich-text.schema.ts';

const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const linked = (href: string) => ({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] });
const parse = (...content: object[]) => richTextWrite().safeParse({ type: 'doc', content });

/** Document with this many levels of nodes; the innermost is a paragraph with a link. */
const ofLevels = (levels: number): object =>
  levels === 2 ? paragraph(linked('https://example.com')) : quote(ofLevels(levels - 1));
const quote = (content: object) => ({ type: 'blockquote', content: [content] });

describe('rich text of articles', () => {
  it('accepts a document of 20 nested levels and rejects one of 21', () => {
    expect(parse(ofLevels(20)).success).toBe(true);
    expect(parse(ofLevels(21)).error?.issues[0]).toMatchObject({ params: { type: 'document_too_deep' } });
  });

  it('accepts a document of 200,000 bytes as JSON and rejects a longer one', () => {
    const without = JSON.stringify({ type: 'doc', content: [paragraph({ type: 'text', text: '' })] }).length;
    const longest = 'x'.repeat(200_000 - without);
    expect(parse(paragraph({ type: 'text', text: longest })).success).toBe(true);
    expect(parse(paragraph({ type: 'text', text: `${longest}x` })).error?.issues[0]).toMatchObject({
      params: { type: 'document_too_long' },
    });
  });

  it('removes unsafe links and keeps their text', () => {
    const kept = { type: 'text', text: 'x', marks: [] };
    expect(parse(paragraph(linked('javascript:alert(1)'))).data?.content).toEqual([paragraph(kept)]);
    expect(parse(paragraph(linked('agora://news/opening'))).data?.content).toEqual([
      paragraph(linked('agora://news/opening')),
    ]);
  });

  it('removes undeclared attributes of nodes', () => {
    const sent = { ...paragraph(), attrs: { style: 'color: red' }, content: [] };
    expect(parse(sent).data?.content).toEqual([paragraph()] as BlockNode[]);
  });

  it('accepts a caption of 300 characters or none, and rejects a longer one', () => {
    const picture = (caption?: string | null) => ({
      type: 'image',
      attrs: { media_id: crypto.randomUUID(), alt: '', width: 1, height: 1, caption },
    });
    const captionOf = (caption?: string | null) => {
      const [node] = parse(picture(caption)).data?.content ?? [];
      return node?.type === 'image' ? node.attrs.caption : 'rejected';
    };
    expect(captionOf('é'.repeat(300))).toBe('é'.repeat(300));
    expect(captionOf('é'.repeat(301))).toBe('rejected');
    expect([captionOf(null), captionOf()]).toEqual(['', undefined]);
  });
});

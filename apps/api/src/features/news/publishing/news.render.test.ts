import type { RichText } from '@agora/contract/features/news/news.rich-text.schema';
import { expect, it } from 'vitest';
import { htmlOf, textOf } from './news.render.service.ts';

const MEDIA = '0190a1b2-0000-7000-8000-000000000901';
const withPicture = (texts: { alt: string; caption?: string }): RichText => ({
  type: 'doc',
  content: [{ type: 'image', attrs: { media_id: MEDIA, width: 80, height: 40, ...texts } }],
});

it('shows the caption of a picture as text in a figure, and reads it after the description', () => {
  const body = withPicture({ alt: 'Un quai', caption: 'Le quai <b>nord</b>' });
  expect(htmlOf(body)).toMatch(
    /^<figure><picture>.*<\/picture><figcaption>Le quai &lt;b&gt;nord&lt;\/b&gt;<\/figcaption><\/figure>$/,
  );
  expect(textOf(body)).toBe('Un quai\nLe quai <b>nord</b>');
});

it.each([{ alt: 'Un quai' }, { alt: 'Un quai', caption: '' }])(
  'shows a picture without a caption outside of a figure: %j',
  (texts) => {
    expect(htmlOf(withPicture(texts))).toMatch(/^<picture>.*alt="Un quai".*<\/picture>$/);
    expect(textOf(withPicture(texts))).toBe('Un quai');
  },
);

import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { sanitizeArticle } from '../../src/features/news/publishing/news.render.service.ts';
import { type Account, useService } from '../harness.ts';

const service = useService();

const { vectors } = JSON.parse(await readFile(new URL('xss-vectors.json', import.meta.url), 'utf8')) as {
  vectors: string[];
};

let admin: Account;
beforeAll(async () => {
  admin = await service().superuser();
});

const TAGS = 'p|h2|h3|strong|em|a|ul|ol|li|blockquote|hr|br|figure|figcaption|picture|source|img';
const ATTRIBUTES = 'href|rel|start|type|srcset|sizes|src|alt|width|height|loading';

const TAG = new RegExp(`</?(?:${TAGS})(?: (?:${ATTRIBUTES})="[^"<>]*")*(?: /)?>`, 'g');

/** Allowed link and picture targets. */
const SAFE = /^(?:https?:|mailto:|tel:|agora:|\/media\/)/;

/** Any HTML other than the allowed tags, attributes and URLs: text cannot contain a bare `<`. */
const disallowedHtml = (html: string) => [
  ...(html.replaceAll(TAG, '').match(/<.{0,20}/g) ?? []),
  ...(html.match(TAG) ?? [])
    .flatMap((tag) => [...tag.matchAll(/ (?:href|src|srcset)="([^"]*)"/g)])
    .flatMap(([, address = '']) => (SAFE.test(address) ? [] : address)),
];

it(`sanitises ${vectors.length} XSS vectors to allowed HTML, idempotently`, () => {
  expect(vectors.length).toBeGreaterThanOrEqual(400);
  for (const vector of vectors) {
    const clean = sanitizeArticle(vector);
    expect([vector, disallowedHtml(clean)]).toEqual([vector, []]);
    expect(sanitizeArticle(clean)).toBe(clean);
  }
});

/** A document with the hostile text in every place that can hold one. */
const documentOf = (vector: string) => ({
  type: 'doc',
  onclick: vector,
  content: [
    {
      type: 'paragraph',
      attrs: { style: vector, class: vector, onclick: vector, id: vector },
      content: [
        { type: 'text', text: vector },
        {
          type: 'text',
          text: vector,
          marks: [
            { type: 'bold', attrs: { style: vector } },
            { type: 'link', attrs: { href: vector, target: vector, class: vector, rel: vector } },
          ],
        },
        {
          type: 'text',
          text: vector,
          marks: [{ type: 'link', attrs: { href: `https://example.com/?q=${vector}` } }],
        },
      ],
    },
    { type: 'heading', attrs: { level: 2, style: vector }, content: [{ type: 'text', text: vector }] },
    { type: 'orderedList', attrs: { start: 1, type: vector }, content: [] },
  ],
});

it('renders hostile texts in an article as plain text', async () => {
  const t = service();
  for (let from = 0; from < vectors.length; from += 40) {
    const part = vectors.slice(from, from + 40);
    const text = {
      title: part[0]?.slice(0, 100),
      excerpt: part[1]?.slice(0, 100),
      body: { type: 'doc', content: part.flatMap((vector) => documentOf(vector).content) },
      state: 'ready',
    };
    const { status, body } = await t.call('POST', '/news/preview', {
      token: admin.token,
      json: { content: { translations: { fr: text } }, locale: 'fr' },
    });
    expect([from, status, disallowedHtml(body.html)]).toEqual([from, 200, []]);
    for (const vector of part) expect(body.text).toContain(`${vector}${vector}${vector}\n${vector}`);
  }
});

const withLink = (href: string) => ({
  translations: {
    fr: {
      title: 'Un lien',
      body: {
        type: 'doc',
        content: [
          {
            type: 'paragraph',
            content: [{ type: 'text', text: 'ici', marks: [{ type: 'link', attrs: { href } }] }],
          },
        ],
      },
      state: 'ready',
    },
  },
});

describe('links in articles', () => {
  const preview = async (href: string) => {
    const json = { content: withLink(href), locale: 'fr' };
    return (await service().call('POST', '/news/preview', { token: admin.token, json })).body.html;
  };

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://example.com/x',
    'file:///etc/passwd',
    '//example.com',
    '/news',
    '\\\\example.com',
    'https:\\\\example.com',
    'https://admin:secret@example.com/',
    'x',
    '',
  ])('removes an unsafe link to %j and keeps its text', async (href) => {
    expect(await preview(href)).toBe('<p>ici</p>');
  });

  it.each([
    'https://example.com/?a=1&b=2',
    'http://example.com/',
    'mailto:a@example.com?subject=Bonjour',
    'tel:+33123456789',
    'agora://news/opening',
  ])('keeps a link to %s with rel="noopener noreferrer"', async (href) => {
    const escaped = href.replaceAll('&', '&amp;');
    expect(await preview(href)).toBe(`<p><a href="${escaped}" rel="noopener noreferrer">ici</a></p>`);
  });
});

/** Nested nodes of the given depth. */
const nested = (levels: number): object =>
  levels === 0
    ? { type: 'paragraph', content: [{ type: 'text', text: 'x' }] }
    : { type: 'blockquote', content: [nested(levels - 1)] };

describe('validation of articles', () => {
  const save = (body: unknown) =>
    service().call('POST', '/news/', {
      token: admin.token,
      json: { content: { translations: { fr: { title: 'x', body } } } },
    });

  it.each([
    [
      'of more than 200 kB',
      {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'é'.repeat(100_000) }] }],
      },
      'document_too_long',
    ],
    ['of too many levels', { type: 'doc', content: [nested(21)] }, 'document_too_deep'],
    ['of as many levels as JSON may have', { type: 'doc', content: [nested(45)] }, 'document_too_deep'],
    ['of nested arrays', Array.from({ length: 90 }).reduce((inner) => [inner], 'x'), 'document_too_deep'],
    ['of raw HTML', { type: 'doc', content: [{ type: 'html', html: '<script>' }] }, 'value_error'],
    ['of HTML alone', '<p>x</p>', undefined],
    [
      'with a heading of the first level',
      { type: 'doc', content: [{ type: 'heading', attrs: { level: 1 } }] },
      undefined,
    ],
    [
      'with a picture from another site',
      { type: 'doc', content: [{ type: 'image', attrs: { src: 'https://example.com/x.png' } }] },
      'missing',
    ],
    [
      'with a picture that was never uploaded',
      { type: 'doc', content: [{ type: 'image', attrs: { media_id: crypto.randomUUID() } }] },
      'media_missing',
    ],
  ])('rejects a document %s', async (_name, body, type) => {
    const answer = await save(body);
    expect(answer.status).toBe(422);
    const [{ loc, type: found }] = answer.body.detail;
    expect(loc.slice(0, 2)).toEqual(['body', 'content']);
    if (type) expect(found).toBe(type);
  });

  it('accepts a document of 190 kB with 18 nested quotes', async () => {
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(190_000) }] };
    expect((await save({ type: 'doc', content: [paragraph, nested(18)] })).status).toBe(200);
  });
});

import { expect, it } from 'vitest';
import { partsOf } from './links.ts';

const linksIn = (text: string) => partsOf(text).flatMap(({ href }) => href ?? []);

it.each([
  ['See https://example.com/a?b=c#d.', ['https://example.com/a?b=c#d']],
  ['(https://example.com)', ['https://example.com']],
  ['https://example.com/wiki/A_(b), then', ['https://example.com/wiki/A_(b)']],
  ['« https://exemple.fr/é » et http://b.fr !', ['https://exemple.fr/é', 'http://b.fr']],
  ['HTTPS://EXAMPLE.COM\nhttps://b.fr', ['HTTPS://EXAMPLE.COM', 'https://b.fr']],
  ['https://a.fr"onclick="x', ['https://a.fr']],
  ['javascript:alert(1) ftp://a.fr www.a.fr https:// xhttps://a.fr', []],
  ['https://bank.example@evil.example/', []],
  ['', []],
])('finds the links of “%s”', (text, links) => {
  expect(linksIn(text)).toEqual(links);
  expect(
    partsOf(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

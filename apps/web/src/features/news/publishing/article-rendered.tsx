import { createElement, Fragment, type ReactNode } from 'react';

/** Elements of rendered articles, and the attributes that are kept. */
const ATTRIBUTES: Record<string, Record<string, string>> = {
  p: {},
  h2: {},
  h3: {},
  strong: {},
  em: {},
  a: { href: 'href', rel: 'rel' },
  ul: {},
  ol: { start: 'start' },
  li: {},
  blockquote: {},
  hr: {},
  br: {},
  figure: {},
  figcaption: {},
  picture: {},
  source: { srcset: 'srcSet', type: 'type', sizes: 'sizes' },
  img: { src: 'src', srcset: 'srcSet', sizes: 'sizes', alt: 'alt', width: 'width', height: 'height' },
};
const EMPTY = new Set(['hr', 'br', 'source', 'img']);
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>|([^<]+)/g;
const ATTRIBUTE = /(?<![a-z])([a-z]+)="([^"]*)"/g;

const decodeEntities = (text: string) =>
  text.replaceAll(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

function propsOf(tag: string, text: string): Record<string, string> {
  const known = ATTRIBUTES[tag] ?? {};
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)]
      .filter(([, name = '']) => known[name])
      .map(([, name = '', value = '']) => [known[name], decodeEntities(value)]),
  );
}

interface Open {
  tag: string;
  props: Record<string, string>;
  children: ReactNode[];
}

/**
 * Converts HTML of the service to React elements, as the content security policy forbids inserting HTML.
 * Unknown elements are omitted.
 */
export function Rendered({ html }: { html: string }): ReactNode {
  const root: Open = { tag: '', props: {}, children: [] };
  const open = [root];
  const add = (child: ReactNode) => open.at(-1)?.children.push(child);
  for (const [, slash, tag = '', attributes = '', text] of html.matchAll(TOKEN)) {
    if (text !== undefined) add(decodeEntities(text));
    else if (!ATTRIBUTES[tag]) continue;
    else if (EMPTY.has(tag)) add(createElement(tag, propsOf(tag, attributes)));
    else if (!slash) open.push({ tag, props: propsOf(tag, attributes), children: [] });
    else if (open.length > 1) {
      const { tag: closed, props, children } = open.pop() as Open;
      add(createElement(closed, props, ...children));
    }
  }
  return createElement(Fragment, null, ...root.children);
}

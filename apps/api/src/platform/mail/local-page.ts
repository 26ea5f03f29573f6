import { createHash } from 'node:crypto';
import type { Locale } from '@agora/contract/shared/locale';
import { zoneWords } from '@agora/contract/shared/zone-words';
import { html } from '../html.ts';

/** Shared parts of pages for developers: they show unsent messages, and work without scripts. */

export const time = (moment: Date, locale: Locale, timeZone: string) =>
  html`<time datetime="${moment.toISOString()}">${(locale === 'fr' ? frenchTime : englishTime)(moment, timeZone)} (${zoneWords(timeZone, locale)})</time>`;

/** French format: `1er novembre 2026 à 14 h 05`. */
function frenchTime(moment: Date, timeZone: string): string {
  const date = new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeZone })
    .format(moment)
    .replace(/^1 /, '1er ');
  const time = new Intl.DateTimeFormat('fr', { timeStyle: 'short', timeZone }).format(moment);
  return `${date} à ${time.replace(/^0?(\d+):/, '$1\u00A0h\u00A0')}`;
}

const englishTime = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(moment);

export const HTML_HEADERS = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };

/** Headers of a page with this style sheet and these additional CSP sources. */
export const pageHeaders = (style: string, more: string) => ({
  ...HTML_HEADERS,
  vary: 'origin, accept-language',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; ${more} base-uri 'none'; frame-ancestors 'none'`,
});

export const LOCAL_STYLE = `
:root { color-scheme: light dark; --accent: #00796b; --back: #eef3f2; --card: #fff; --line: #d5dfdd;
  --strong: #16211f; --soft: #5a6966; --chosen: #d9efec; }
@media (prefers-color-scheme: dark) { :root { --accent: #4db6ac; --back: #101615; --card: #1a2322;
  --line: #32403d; --strong: #f0f5f4; --soft: #a3b1ae; --chosen: #17403b; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--back);
  color: var(--strong); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
header { display: flex; flex-wrap: wrap; gap: 12px 24px; align-items: center; justify-content: space-between;
  padding: 14px 20px; background: var(--card); border-top: 4px solid #009688; border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 20px; line-height: 1.3; }
h1 a { color: inherit; text-decoration: none; }
h1 span, label { color: var(--soft); font-weight: 400; font-size: 15px; }
nav span, time, .meta, .nothing { color: var(--soft); font-size: 14px; }
.nothing { margin: 8px auto; font-size: 16px; text-align: center; }
.nothing:first-child { margin-top: 15vh; }
ol { list-style: none; margin: 0; padding: 0; }
`;

import type { Locale } from '@agora/contract/shared/locale';
import { Html, html } from '../html.ts';
import { fr } from '../mail/layout.ts';
import { LOCAL_STYLE, time } from '../mail/local-page.ts';
import type { LocalPush } from './local-pushes.table.ts';

interface Page {
  projectName: string;
  locale: Locale;
  timeZone: string;
  pushes: readonly LocalPush[];
  count: number;
}

/** The pushes as a phone shows them, the newest first. */
export const pushesPage = ({ projectName, locale, timeZone, pushes, count }: Page): string =>
  html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${TEXTS[locale].title} – ${projectName}</title>
<style>${new Html(PUSHES_STYLE)}</style>
</head>
<body>
<header><h1>${TEXTS[locale].title} <span dir="auto">${projectName}</span></h1></header>
<main>
${pushes.length === 0 ? html`<p class="nothing">${TEXTS[locale].empty}</p>` : html`<p class="meta">${TEXTS[locale].shown(pushes.length, count)}</p>`}
<ol>
${pushes.map((push) => card(push, locale, timeZone))}
</ol>
</main>
</body>
</html>
`.markup;

const card = (
  { title, body, link, image, provider, token, created_at, ...push }: LocalPush,
  locale: Locale,
  timeZone: string,
) => html`<li>
<h2 dir="auto" lang="${push.locale}">${title}</h2>
<p dir="auto" lang="${push.locale}">${body}</p>
${image === null ? undefined : html`<img src="${new URL(image).pathname}" alt="">`}
${link === null ? undefined : html`<p class="meta">${TEXTS[locale].opens} <bdi>${link}</bdi></p>`}
<p class="meta">${time(created_at, locale, timeZone)} · ${provider} · ${push.locale} · <bdi>${shortened(token)}</bdi></p>
</li>`;

const shortened = (token: string) => (token.length > 40 ? `${token.slice(0, 39)}…` : token);

const TEXTS = {
  fr: {
    title: 'Notifications push',
    empty: fr`Aucune notification depuis hier : celles que l’application envoie arriveront ici.`,
    shown: (shown: number, count: number) => fr`Les ${shown} dernières, sur ${count} depuis hier`,
    opens: fr`Ouvre :`,
  },
  en: {
    title: 'Push notifications',
    empty: 'No notifications since yesterday: those that the application sends will land here.',
    shown: (shown: number, count: number) => `The latest ${shown} of ${count} since yesterday`,
    opens: 'Opens:',
  },
};

/** The page's style sheet; its Content-Security-Policy contains the hash. */
export const PUSHES_STYLE = `${LOCAL_STYLE}
main { width: 100%; max-width: 560px; margin: 0 auto; padding: 24px 16px; }
li { margin: 12px 0; padding: 14px 18px; border: 1px solid var(--line); border-radius: 16px; background: var(--card); }
h2 { margin: 0; font-size: 17px; line-height: 1.4; }
li p { margin: 2px 0 0; }
img { max-width: 100%; margin-top: 8px; border-radius: 8px; }
`;

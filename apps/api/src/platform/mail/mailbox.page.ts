import type { Locale } from '@agora/contract/shared/locale';
import { Html, html } from '../html.ts';
import { fr } from './layout.ts';
import { LOCAL_STYLE, time } from './local-page.ts';
import type { MailHead } from './mailbox.queries.ts';
import type { MailboxMail } from './mailbox.table.ts';

interface Page {
  projectName: string;
  locale: Locale;
  timeZone: string;
  heads: readonly MailHead[];
  mail: MailboxMail | undefined;
  /** Recipient whose mails are listed; undefined for all. */
  to: string | undefined;
  /** True if the URL names a mail. Small screens then show it instead of the list. */
  isChosen: boolean;
}

/** The list of mails, with one of them beside it. Works without scripts. */
export const mailboxPage = ({ projectName, locale, timeZone, heads, mail, to, isChosen }: Page): string =>
  html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${mail ? `${mail.subject} – ` : ''}${TEXTS[locale].title} – ${projectName}</title>
<style>${new Html(MAILBOX_STYLE)}</style>
</head>
<body class="${isChosen ? 'chosen' : ''}">
<header>
<h1><a href="/mailbox">${TEXTS[locale].title}</a> <span dir="auto">${projectName}</span></h1>
<form action="/mailbox"><label for="to">${TEXTS[locale].filter}</label>
<input id="to" name="to" type="search" dir="ltr" value="${to}" placeholder="${TEXTS[locale].placeholder}" autocomplete="off" spellcheck="false">
<button>${TEXTS[locale].show}</button></form>
</header>
<div class="panes">
${list({ locale, timeZone, heads, to, mail })}
<main>${mail ? mailView(mail, { locale, timeZone, to }) : emptyState({ locale, heads, to, isChosen })}</main>
</div>
</body>
</html>
`.markup;

function emptyState({ locale, heads, to, isChosen }: Pick<Page, 'locale' | 'heads' | 'to' | 'isChosen'>) {
  const texts = TEXTS[locale];
  const sentence = isChosen ? texts.unknown : to ? texts.noneFor(to) : texts.empty;
  return html`<p class="nothing">${sentence}</p>
${heads.length > 0 || to ? html`<p class="nothing"><a href="/mailbox">${texts.all}</a></p>` : undefined}`;
}

const list = ({
  locale,
  timeZone,
  heads,
  to,
  mail,
}: Pick<Page, 'locale' | 'timeZone' | 'heads' | 'to' | 'mail'>) =>
  heads.length === 0
    ? undefined
    : html`<nav aria-label="${TEXTS[locale].list}"><ol>
${heads.map(
  (head) => html`<li><a href="${addressOf(head.id, to)}"${head.id === mail?.id ? CURRENT : undefined}>
<strong dir="auto">${head.subject}</strong>
<span dir="ltr">${head.recipient}</span>
${time(head.created_at, locale, timeZone)}</a></li>`,
)}
</ol></nav>`;

const CURRENT = html` aria-current="page"`;

const queryOf = (to: string | undefined) => (to ? `?to=${encodeURIComponent(to)}` : '');
const addressOf = (id: string, to: string | undefined) => `/mailbox/${id}${queryOf(to)}`;

const mailView = (
  mail: MailboxMail,
  { locale, timeZone, to }: Pick<Page, 'locale' | 'timeZone' | 'to'>,
) => html`
<p class="back"><a href="/mailbox${queryOf(to)}">← ${TEXTS[locale].back}</a></p>
<h2 dir="auto">${mail.subject}</h2>
<p class="meta">${TEXTS[locale].to} <bdi>${mail.recipient}</bdi> · ${time(mail.created_at, locale, timeZone)}</p>
<iframe title="${TEXTS[locale].rendered}" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mailbox/${mail.id}/html"></iframe>
<details><summary>${TEXTS[locale].plain}</summary><pre dir="auto">${mail.text}</pre></details>
`;

const TEXTS = {
  fr: {
    title: 'Boîte aux lettres',
    filter: 'Destinataire',
    placeholder: 'adresse@example.com',
    show: 'Filtrer',
    list: 'E-mails, du plus récent au plus ancien',
    rendered: 'L’e-mail mis en page',
    plain: 'Version texte',
    to: 'À',
    back: 'Tous les e-mails',
    all: 'Voir tous les e-mails',
    empty: fr`Aucun e-mail pour l’instant : ceux que l’application envoie arriveront ici.`,
    noneFor: (to: string) => fr`Aucun e-mail pour ${to}.`,
    unknown: 'Cet e-mail n’existe pas, ou n’existe plus.',
  },
  en: {
    title: 'Mailbox',
    filter: 'Recipient',
    placeholder: 'address@example.com',
    show: 'Filter',
    list: 'Emails, newest first',
    rendered: 'The email as it looks',
    plain: 'Plain text version',
    to: 'To',
    back: 'All emails',
    all: 'See all emails',
    empty: 'No emails yet: those that the application sends will land here.',
    noneFor: (to: string) => `No emails for ${to}.`,
    unknown: 'This email doesn’t exist, or no longer does.',
  },
};

/** The page's style sheet; its Content-Security-Policy contains the hash. */
export const MAILBOX_STYLE = `${LOCAL_STYLE}form { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
input, button { min-height: 40px; padding: 6px 12px; border: 1px solid var(--soft); border-radius: 6px;
  background: var(--card); color: inherit; font: inherit; }
input { width: 240px; flex: 1; min-width: 0; }
::placeholder { color: var(--soft); }
button { border-color: var(--accent); color: var(--accent); font-weight: 600; cursor: pointer; }
.panes { flex: 1; display: flex; min-height: 0; }
nav a { display: block; padding: 12px 20px; border-bottom: 1px solid var(--line); color: inherit;
  text-decoration: none; line-height: 1.4; }
nav a:hover, nav a[aria-current] { background: var(--chosen); }
nav strong { display: block; }
nav span { display: block; }
main { flex: 1; min-width: 0; display: flex; flex-direction: column; padding: 24px; }
h2 { margin: 0; font-size: 24px; line-height: 1.3; }
.meta { margin: 4px 0 16px; }
.back { display: none; margin: 0 0 12px; }
.back a { display: inline-block; padding: 8px 0; }
iframe { flex: 1; width: 100%; min-height: 560px; border: 1px solid var(--line); border-radius: 8px; background: var(--back); }
details { margin-top: 16px; }
summary { padding: 8px 0; color: var(--accent); cursor: pointer; }
pre { margin: 0; padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--card);
  font: 14px/1.5 ui-monospace, monospace; white-space: pre-wrap; }
@media (min-width: 800px) {
  body { height: 100vh; }
  nav { width: 340px; overflow-y: auto; background: var(--card); border-right: 1px solid var(--line); }
  main { overflow-y: auto; }
}
@media (max-width: 799px) {
  .panes { display: block; }
  nav { background: var(--card); }
  nav + main { display: none; }
  .chosen nav { display: none; }
  nav a[aria-current]:not(:hover) { background: none; }
  label { flex-basis: 100%; }
  form { flex: 1; }
  iframe { min-height: 720px; }
  .chosen nav + main { display: flex; padding: 16px; }
  .back { display: block; }
}
`;

import type { Locale } from '@agora/contract/features/users/users.contract';
import { Html, html } from './layout.ts';
import type { mailbox } from './mailbox.table.ts';

type Mail = typeof mailbox.$inferSelect;

interface MailboxPage {
  projectName: string;
  locale: Locale;
  nonce: string;
  mails: readonly Mail[];
  /** The mail to show in full. */
  mail: Mail | undefined;
  /** Whose mails are listed; everybody's without. */
  to: string | undefined;
  /** Whether that mail was chosen, so that phones show it instead of the list. */
  isOpened: boolean;
}

const TEXTS = {
  fr: {
    title: 'Boîte d’essai',
    hint: 'Les e-mails de ce service local, au lieu de partir.',
    search: 'Adresse du destinataire',
    filter: 'Filtrer',
    empty: 'Aucun e-mail pour l’instant. Demandez par exemple un nouveau mot de passe.',
    noMatch: 'Aucun e-mail pour cette adresse.',
    to: 'À',
    back: '← Tous les e-mails',
    plain: 'Version texte',
    list: 'E-mails',
  },
  en: {
    title: 'Test mailbox',
    hint: 'The emails of this local service, instead of being sent.',
    search: 'Recipient address',
    filter: 'Filter',
    empty: 'No email yet. Ask for a new password, for example.',
    noMatch: 'No email for this address.',
    to: 'To',
    back: '← All emails',
    plain: 'Plain text',
    list: 'Emails',
  },
};

const STYLE = `
  :root { color-scheme: light dark; --bg: #f3f6f5; --card: #fff; --line: #dbe4e2; --text: #142120; --muted: #526360;
    --accent: #00796b; --chosen: #e0f2f0; }
  @media (prefers-color-scheme: dark) { :root { --bg: #101414; --card: #192020; --line: #2c3836; --text: #e7efed;
    --muted: #a2b2af; --accent: #4db6ac; --chosen: #14342f; } }
  * { box-sizing: border-box; }
  body { margin: 0; height: 100vh; display: flex; flex-direction: column; background: var(--bg); color: var(--text);
    font: 15px/1.5 system-ui, sans-serif; }
  header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; padding: 14px 20px;
    background: var(--card); border-bottom: 1px solid var(--line); }
  h1 { font-size: 18px; margin: 0; } h2 { font-size: 18px; line-height: 1.35; margin: 0 0 4px; }
  p { margin: 0; } .muted { color: var(--muted); font-size: 14px; }
  form { display: flex; gap: 8px; margin-left: auto; flex: 0 1 380px; }
  input { flex: 1; min-width: 0; font: inherit; color: inherit; background: var(--bg); border: 1px solid var(--line);
    border-radius: 8px; padding: 7px 10px; }
  button { font: inherit; font-weight: 600; color: var(--accent); background: none; border: 1px solid var(--accent);
    border-radius: 8px; padding: 7px 14px; cursor: pointer; }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  main { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(260px, 340px) 1fr; }
  nav { overflow: auto; border-right: 1px solid var(--line); }
  nav a { display: block; padding: 12px 20px; border-bottom: 1px solid var(--line); color: inherit;
    text-decoration: none; overflow-wrap: anywhere; }
  nav a:hover { background: var(--card); } nav a[aria-current] { background: var(--chosen); }
  nav strong { display: block; }
  article { display: flex; flex-direction: column; min-width: 0; overflow: auto; padding: 20px; gap: 14px; }
  iframe { flex: 1; width: 100%; min-height: 460px; border: 1px solid var(--line); border-radius: 12px; background: var(--bg); }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 13px; margin: 8px 0 0; }
  .empty { margin: auto; padding: 40px 20px; text-align: center; color: var(--muted); grid-column: 1 / -1; }
  .back { display: none; color: var(--accent); }
  @media (max-width: 700px) {
    main { display: block; overflow: auto; } form { margin-left: 0; flex-basis: 100%; } nav { border: 0; }
    .opened nav { display: none; } .closed article { display: none; } .back { display: inline-block; }
  }`;

/** The list of mails, and beside it one of them. Works without scripts. */
export function mailboxPage(page: MailboxPage): string {
  const { projectName, locale, nonce, to, mails, mail, isOpened } = page;
  const texts = TEXTS[locale];
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.title} · ${projectName}</title>
<style nonce="${nonce}">${new Html(STYLE)}</style>
</head>
<body>
<header>
  <div><h1>${texts.title} · ${projectName}</h1><p class="muted">${texts.hint}</p></div>
  <form action="/mailbox" role="search"><input type="search" name="to" value="${to ?? ''}" placeholder="${texts.search}" aria-label="${texts.search}"><button>${texts.filter}</button></form>
</header>
<main class="${isOpened ? 'opened' : 'closed'}">
${mail ? [list(page), shown(page, mail)] : html`<p class="empty">${to === undefined || mails.length > 0 ? texts.empty : texts.noMatch}</p>`}
</main>
</body>
</html>
`.text;
}

const moment = (date: Date, locale: Locale) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(date);

const list = ({ mails, mail, to, locale }: MailboxPage): Html => html`<nav aria-label="${TEXTS[locale].list}">
${mails.map(
  ({
    id,
    subject,
    recipient,
    created_at,
  }) => html`<a href="/mailbox/${id}${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}" ${new Html(id === mail?.id ? 'aria-current="true"' : '')}><strong>${subject}</strong>${recipient}<br><span class="muted">${moment(created_at, locale)}</span></a>
`,
)}</nav>`;

const shown = ({ locale }: MailboxPage, { id, subject, recipient, created_at, text }: Mail): Html => html`
<article>
  <div><a class="back" href="/mailbox">${TEXTS[locale].back}</a><h2>${subject}</h2>
  <p class="muted">${TEXTS[locale].to} ${recipient} · ${moment(created_at, locale)}</p></div>
  <iframe title="${subject}" src="/mailbox/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
  <details><summary>${TEXTS[locale].plain}</summary><pre>${text}</pre></details>
</article>`;

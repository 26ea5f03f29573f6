import type { Locale } from '@agora/contract/shared/locale';
import { Html, html } from '../../platform/html.ts';
import type { Part, PartName } from './data-exports.queries.ts';
import { WORDS } from './data-exports.words.rules.ts';

const TITLES: Record<Locale, Record<PartName, string> & { page: string; intro: string; nothing: string }> = {
  fr: {
    page: 'Vos données',
    intro:
      'Voici tout ce que nous conservons à votre sujet. Le fichier data.json contient les mêmes données, lisibles par un programme ; le dossier pictures contient les images de vos conversations.',
    nothing: 'Rien.',
    account: 'Compte',
    preferences: 'Préférences',
    notification_choices: 'Choix de notifications',
    sessions: 'Sessions ouvertes',
    passkeys: 'Clés d’accès',
    sign_in_provider: 'Fournisseur d’identité',
    known_devices: 'Appareils de connexion connus',
    api_keys: 'Clés d’API',
    devices: 'Appareils',
    items: 'Éléments',
    conversations: 'Conversations avec l’équipe',
    ratings: 'Évaluations',
    notifications: 'Notifications reçues',
    articles_read: 'Articles lus',
    active_days: 'Jours d’utilisation de l’application',
    team_notes: 'Note de l’équipe',
  },
  en: {
    page: 'Your data',
    intro:
      'This is everything that we keep about you. The file data.json has the same data for programs; the folder pictures has the pictures of your conversations.',
    nothing: 'Nothing.',
    account: 'Account',
    preferences: 'Preferences',
    notification_choices: 'Choice of notifications',
    sessions: 'Open sessions',
    passkeys: 'Passkeys',
    sign_in_provider: 'Sign-in provider',
    known_devices: 'Known devices at sign-in',
    api_keys: 'API keys',
    devices: 'Devices',
    items: 'Items',
    conversations: 'Conversations with the team',
    ratings: 'Ratings',
    notifications: 'Notifications received',
    articles_read: 'Articles read',
    active_days: 'Days on which you used the app',
    team_notes: 'Note of the team',
  },
};

const STYLE = new Html(
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}dl{display:grid;grid-template-columns:14rem 1fr;gap:.2rem 1rem;border-top:1px solid #ccc;padding:.6rem 0;margin:0}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}dt{color:#555}',
);

/** A readable page of somebody's data, in their language. It works offline, without scripts. */
export function indexPage(
  parts: readonly Part[],
  { locale, timeZone, projectName }: { locale: Locale; timeZone: string; projectName: string },
): string {
  const t = TITLES[locale];
  const fieldsOf = writerIn(locale, timeZone);
  const sections = parts.map(
    ({ name, rows }) => html`<section>
<h2 id="${name}">${t[name]}</h2>
${rows.length === 0 ? html`<p>${t.nothing}</p>` : rows.map((row) => html`<dl>${fieldsOf(row)}</dl>`)}
</section>`,
  );
  const page = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${t.page} · ${projectName}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${t.page} · ${projectName}</h1>
<p>${t.intro}</p>
${sections}
</body>
</html>`;
  return page.markup;
}

const isEmpty = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Path of a picture in the archive. */
const PICTURE = /^pictures\/[\da-f-]{36}\.webp$/;

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00|Z)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

const TAGS = { fr: 'fr-FR', en: 'en-GB' } as const;

/** Writes rows in the words of a language. */
function writerIn(locale: Locale, timeZone: string) {
  const { yes, no, fields, values } = WORDS[locale];
  const moments = new Intl.DateTimeFormat(TAGS[locale], { dateStyle: 'long', timeStyle: 'short', timeZone });
  const days = new Intl.DateTimeFormat(TAGS[locale], { dateStyle: 'long', timeZone: 'UTC' });

  const fieldsOf = (row: object): Html[] =>
    Object.entries(row).flatMap(([name, value]) =>
      isEmpty(value) ? [] : [html`<dt>${fields[name] ?? name}</dt><dd>${valueOf(name, value)}</dd>`],
    );

  function valueOf(name: string, value: unknown): Html | string {
    if (Array.isArray(value))
      return new Html(value.map((each) => html`<div>${valueOf(name, each)}</div>`.markup).join(''));
    if (typeof value === 'object' && value !== null)
      return new Html(html`<dl>${fieldsOf(value)}</dl>`.markup);
    if (typeof value === 'boolean') return value ? yes : no;
    if (typeof value !== 'string') return String(value);
    if (PICTURE.test(value)) return html`<a href="${value}">${value}</a>`;
    if (isDate(name) && MOMENT.test(value)) return moments.format(new Date(value));
    if (isDate(name) && DAY.test(value)) return days.format(new Date(value));
    return values[name]?.[value] ?? value;
  }

  return fieldsOf;
}

const isDate = (name: string) => name === 'at' || name.endsWith('_at');

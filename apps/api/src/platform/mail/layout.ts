import { spaceFrench } from '@agora/contract/shared/french-spaces';
import { partsOf } from '@agora/contract/shared/links';
import type { Locale } from '@agora/contract/shared/locale';
import { type Html, html } from '../html.ts';

/** French text, spaced. Inserted values stay as they are. */
export const fr = (strings: TemplateStringsArray, ...values: (string | number)[]): string =>
  String.raw({ raw: strings.map(spaceFrench) }, ...values);

/** `1 heure`, `72 hours`, with a non-breaking space. */
export function hoursText(hours: number, locale: Locale): string {
  const plural = new Intl.PluralRules(locale).select(hours) !== 'one';
  const word = locale === 'fr' ? 'heure' : 'hour';
  return `${new Intl.NumberFormat(locale).format(hours)}\u00A0${word}${plural ? 's' : ''}`;
}

const LATIN1_SUBSTITUTES: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  œ: 'oe',
  Œ: 'OE',
  '\u202F': '\u00A0',
};

/**
 * `Agora: …`, in Latin-1 only, because subjects are also sent in an HTTP header. A project name outside
 * Latin-1 is omitted: the sender's name shows it anyway.
 * @param about Latin-1 text
 */
export function mailSubject(projectName: string, locale: Locale, about: string): string {
  const name = projectName
    .normalize('NFC')
    .replace(/[^\x20-\xff]/g, (char) => LATIN1_SUBSTITUTES[char] ?? char)
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  if (name === '' || /[^\x20-\xff]/.test(name)) return about;
  return locale === 'fr' ? fr`${name} : ${about}` : `${name}: ${about}`;
}

interface MailTable {
  title: string;
  rows: readonly {
    label: string;
    value: string;
    /** Shown next to the value, smaller. */
    detail?: string;
    /** Page that lists what the value counts. */
    url?: string | undefined;
  }[];
}

interface MailPictureShown {
  cid: string;
  alt: string;
  /** In pixels. */
  width: number;
}

interface MailLayout {
  projectName: string;
  locale: Locale;
  /** Preview text after the subject in a list of mails. */
  preheader: string;
  title: string;
  paragraphs: readonly string[];
  /** True if the links in the paragraphs can be opened: they were written by the team. */
  hasLinks?: boolean;
  /** Attached pictures, below the paragraphs. */
  pictures?: readonly MailPictureShown[];
  tables?: readonly MailTable[];
  action?: { label: string; url: string };
  /** Small print below the button. */
  note?: string;
  /** Link below the small print. */
  unsubscribe?: { label: string; url: string };
}

/** Renders a transactional mail as HTML and text. It loads no external content. */
export const renderMail = (mail: MailLayout): { html: string; text: string } => ({
  html: htmlVersion(mail).markup,
  text: textVersion(mail),
});

const textVersion = ({
  projectName,
  locale,
  title,
  paragraphs,
  pictures = [],
  tables = [],
  action,
  note,
  unsubscribe,
}: MailLayout) =>
  [
    title,
    ...paragraphs,
    ...pictures.map(({ alt }) => `[${alt}]`),
    ...tables.map((table) => tableText(table, locale)),
    ...(action ? [`${action.label}\n${action.url}`] : []),
    ...(note ? [note] : []),
    ...(unsubscribe ? [`${unsubscribe.label}\n${unsubscribe.url}`] : []),
    `-- \n${projectName}\n`,
  ].join('\n\n');

const tableText = ({ title, rows }: MailTable, locale: Locale) =>
  [
    title,
    ...rows.map(
      ({ label, value, detail, url }) =>
        `- ${label}${locale === 'fr' ? '\u00A0' : ''}: ${value}${detail ? ` (${detail})` : ''}${url ? `\n  ${url}` : ''}`,
    ),
  ].join('\n');

const htmlVersion = ({
  projectName,
  locale,
  preheader,
  title,
  paragraphs,
  hasLinks = false,
  pictures = [],
  tables = [],
  action,
  note,
  unsubscribe,
}: MailLayout) => html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
${STYLE}
</head>
<body class="page" style="margin:0; padding:0; background-color:#eef3f2;">
<div style="display:none; max-height:0; overflow:hidden;">${preheader}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background-color:#eef3f2;">
<tr><td align="center" style="padding:24px 12px;">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px; background-color:#ffffff; border-top:4px solid #009688; border-radius:8px;">
<tr><td class="accent" style="padding:24px 28px 0; ${FONT} font-size:15px; font-weight:bold; color:#00796b;" dir="auto">${projectName}</td></tr>
<tr><td style="padding:16px 28px 28px;">
<h1 class="strong" style="margin:0 0 16px; ${FONT} font-size:24px; line-height:1.25; color:#16211f;">${title}</h1>
${paragraphs.map((text) => paragraph(hasLinks ? linked(text) : text))}
${pictures.map(picture)}
${tables.map(figures)}
${action && button(action, locale)}
${note && html`<p class="soft" style="${SMALL}">${note}</p>`}
${unsubscribe && html`<p class="soft" style="${SMALL}"><a class="accent" href="${unsubscribe.url}" style="color:#00796b;">${unsubscribe.label}</a></p>`}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

const FONT = html`font-family:-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;`;
const SMALL = html`margin:16px 0 0; ${FONT} font-size:14px; line-height:1.5; color:#5a6966; overflow-wrap:anywhere;`;

/** Dark colours: mail programs without style sheets keep the light ones, set inline. */
const STYLE = html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #101615 !important; }
  .card { background-color: #1a2322 !important; }
  .strong { color: #f0f5f4 !important; }
  .body { color: #d3dcda !important; }
  .soft { color: #a3b1ae !important; }
  .accent { color: #4db6ac !important; }
  .line { border-color: #32403d !important; }
}
</style>`;

/** A text whose links can be opened. */
const linked = (text: string) =>
  partsOf(text).reduce(
    (before, { text, href }) =>
      href === undefined
        ? html`${before}${text}`
        : html`${before}<a class="accent" href="${href}" style="color:#00796b;">${text}</a>`,
    html``,
  );

/** Widest picture that fits into the card, in pixels. */
const PICTURE_MAX = 504;

const picture = ({ cid, alt, width }: MailPictureShown) =>
  html`<p style="margin:0 0 16px;"><img src="cid:${cid}" alt="${alt}" width="${Math.min(width, PICTURE_MAX)}" style="max-width:100%; height:auto; border:0; border-radius:8px;"></p>`;

const paragraph = (text: string | Html) =>
  html`<p class="body" style="margin:0 0 16px; ${FONT} font-size:16px; line-height:1.55; color:#2b3836; overflow-wrap:anywhere;">${text}</p>`;

/** A real table, for screen readers; the others are layout. */
const figures = ({ title, rows }: MailTable) =>
  html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px; border-collapse:collapse;">
<caption class="accent" style="padding:0 0 6px; ${FONT} font-size:14px; font-weight:bold; text-align:left; color:#00796b;">${title}</caption>
${rows.map(
  ({ label, value, detail, url }) => html`<tr>
<th class="body line" scope="row" style="padding:8px 12px 8px 0; border-top:1px solid #d5dfdd; ${FONT} font-size:15px; line-height:1.4; font-weight:normal; text-align:left; color:#2b3836;">${label}</th>
<td class="strong line" style="padding:8px 0; border-top:1px solid #d5dfdd; ${FONT} font-size:17px; line-height:1.4; font-weight:bold; text-align:right; white-space:nowrap; color:#16211f;">${url ? html`<a class="strong" href="${url}" style="color:#16211f;">${value}</a>` : value}${detail && html`<br><span class="soft" style="font-size:13px; font-weight:normal; color:#5a6966;">${detail}</span>`}</td>
</tr>`,
)}
</table>`;

const COPY_LINK: Record<Locale, string> = {
  fr: fr`Si le bouton ne fonctionne pas, copiez ce lien dans votre navigateur :`,
  en: 'If the button doesn’t work, copy this link into your browser:',
};

/** White on #00796b has a contrast of 5.3:1; on the accent colour #009688 it would be 3.7:1. */
const button = ({ label, url }: { label: string; url: string }, locale: Locale) =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0;">
<tr><td bgcolor="#00796b" style="border-radius:6px; background-color:#00796b;"><a href="${url}" style="display:inline-block; padding:14px 24px; ${FONT} font-size:16px; font-weight:bold; color:#ffffff; text-decoration:none;">${label}</a></td></tr>
</table>
<p class="soft" style="${SMALL}">${COPY_LINK[locale]}<br><a class="accent" href="${url}" style="color:#00796b;">${url}</a></p>`;

/** Markup that needs no more escaping. Made by `html` alone. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }

  toString(): string {
    return this.markup;
  }
}

type HtmlValue = string | number | Html | readonly Html[] | undefined;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

function toMarkup(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.markup;
  return typeof value === 'object' ? value.map(toMarkup).join('\n') : escapeHtml(String(value));
}

/** Markup whose inserted values are escaped, for text and for quoted attributes; `undefined` leaves nothing. */
export const html = (strings: TemplateStringsArray, ...values: HtmlValue[]): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(toMarkup)));

/**
 * French text typed with ordinary spaces: gives it the ones that don't break, U+202F before `; ! ?` and
 * U+00A0 before `:` and inside `« »`. Inserted values stay as they are.
 */
export const fr = (strings: TemplateStringsArray, ...values: (string | number)[]): string =>
  String.raw({ raw: strings.map(spaceFrench) }, ...values);

const spaceFrench = (text: string) =>
  text
    .replace(/ (?=[;!?])/g, '\u202F')
    .replace(/ (?=[:»])/g, '\u00A0')
    .replace(/« /g, '«\u00A0');

export type MailLocale = 'fr' | 'en';

/** `1 heure`, `72 hours`: on one line. */
export function hoursText(hours: number, locale: MailLocale): string {
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
 * `Agora: …`, of Latin-1 characters only, because subjects also travel in an HTTP header. A project name that
 * can't be written so is left out: the sender's name shows it anyway.
 * @param about Latin-1 text
 */
export function mailSubject(projectName: string, locale: MailLocale, about: string): string {
  const name = projectName
    .normalize('NFC')
    .replace(/[‘’“”–—…œŒ\u202F]/g, (char) => LATIN1_SUBSTITUTES[char] ?? char)
    .replace(/[\0-\x1f\x7f-\x9f]+/g, ' ')
    .trim();
  if (name === '' || /[^\x20-\xff]/.test(name)) return about;
  return locale === 'fr' ? fr`${name} : ${about}` : `${name}: ${about}`;
}

export interface MailLayout {
  projectName: string;
  locale: MailLocale;
  /** What lists of mails show after the subject. */
  preheader: string;
  title: string;
  paragraphs: readonly string[];
  action?: { label: string; url: string };
  /** Small print below the button. */
  note?: string;
}

/** A transactional mail in both its forms. Nothing in it is fetched from elsewhere. */
export const renderMail = (mail: MailLayout): { html: string; text: string } => ({
  html: htmlVersion(mail).markup,
  text: textVersion(mail),
});

const textVersion = ({ projectName, title, paragraphs, action, note }: MailLayout) =>
  [
    title,
    ...paragraphs,
    ...(action ? [`${action.label}${action.label.endsWith('…') ? '' : ''}\n${action.url}`] : []),
    ...(note ? [note] : []),
    `-- \n${projectName}\n`,
  ].join('\n\n');

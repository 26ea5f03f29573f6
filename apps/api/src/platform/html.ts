/** Markup that needs no more escaping. Only `html` creates it. */
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

/** For text and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

function toMarkup(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.markup;
  return typeof value === 'object' ? value.map(toMarkup).join('\n') : escapeHtml(String(value));
}

/** Markup with escaped values, for text and quoted attributes; `undefined` inserts nothing. */
export const html = (strings: TemplateStringsArray, ...values: HtmlValue[]): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(toMarkup)));

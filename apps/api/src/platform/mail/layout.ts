import type { Locale } from '@agora/contract/features/users/users.contract';

/** The words of a transactional mail. */
export interface MailText {
  projectName: string;
  locale: Locale;
  /** What mail programs show beside the subject. */
  preheader: string;
  title: string;
  paragraphs: readonly string[];
  action?: { label: string; url: string };
  /** Small print below the action. */
  note?: string;
}

/** A text with the characters escaped that mean something in HTML. */
export const escapeHtml = (value: string): string =>
  value.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** HTML around values that are escaped; arrays are joined, and what `html` made itself stays as it is. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(strings.reduce((text, part, index) => text + toHtml(values[index - 1]) + part));
}

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type HtmlValue = string | number | Html | readonly Html[] | undefined;

function toHtml(value: HtmlValue): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return (value as readonly Html[]).map(({ text }) => text).join('');
  return escapeHtml(String(value ?? ''));
}

/** Lays a mail out as HTML, for every mail program, and as plain text. */
export const renderMail = (mail: MailText): { html: string; text: string } => ({
  html: toDocument(mail).text,
  text: toPlainText(mail),
});

function toPlainText({ projectName, title, paragraphs, action, note }: MailText): string {
  const link = action ? [`${action.label}\n${action.url}`] : [];
  return `${[title, ...paragraphs, ...link, ...(note ? [note] : []), `-- \n${projectName}`].join('\n\n')}\n`;
}

const FONT = 'font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

const STYLE = new Html(`
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    @media (prefers-color-scheme: dark) {
      .page { background: #101414 !important; }
      .card { background: #1b2222 !important; border-color: #2d3737 !important; }
      .title, .body { color: #e8efee !important; }
      .muted { color: #a3b1af !important; }
    }`);

const toDocument = ({
  projectName,
  locale,
  preheader,
  title,
  paragraphs,
  action,
  note,
}: MailText): Html => html`<!doctype html>
<html lang="${locale}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  <style>${STYLE}
  </style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f6f5">
<div style="display:none;max-height:0;overflow:hidden">${preheader}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f6f5">
<tr><td align="center" style="padding:32px 16px">
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:540px">
  <tr><td class="muted" style="padding:0 4px 16px;${FONT};font-size:15px;font-weight:600;color:#00695c">${projectName}</td></tr>
  <tr><td class="card" style="background:#ffffff;border:1px solid #dde5e3;border-radius:12px;padding:32px 28px">
    <h1 class="title" style="margin:0 0 16px;${FONT};font-size:22px;line-height:1.3;color:#132020">${title}</h1>
    ${paragraphs.map(
      (
        paragraph,
      ) => html`<p class="body" style="margin:0 0 16px;${FONT};font-size:16px;line-height:1.55;color:#293938;overflow-wrap:anywhere">${paragraph}</p>
    `,
    )}${action && button(action)}${note === undefined ? undefined : html`<p class="muted" style="margin:20px 0 0;${FONT};font-size:14px;line-height:1.5;color:#55655f">${note}</p>`}
  </td></tr>
  </table>
</td></tr>
</table>
</body>
</html>
`;

/** The address stands unescaped but for `&` and quotes, so that it can be found in the source as it is. */
function button({ label, url }: { label: string; url: string }): Html {
  const href = new Html(url.replaceAll('&', '&amp;').replaceAll('"', '%22').replaceAll('<', '%3C'));
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr><td style="border-radius:8px;background:#00796b">
      <a href="${href}" style="display:inline-block;padding:13px 22px;${FONT};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${label}</a>
    </td></tr></table>
    <p class="muted" style="margin:0;${FONT};font-size:13px;line-height:1.5;color:#55655f;word-break:break-all">${href}</p>`;
}

import { describe, expect, it } from 'vitest';
import { fr, hoursText, mailSubject, renderMail } from './layout.ts';

const HOSTILE = `<script>alert("1")</script>&'`;

it('adds non-breaking spaces to French punctuation but not to inserted values', () => {
  expect(fr`« ${'a ; b'} » : oui ? Non ! Bien ; fin`).toBe(
    '«\u00A0a ; b\u00A0»\u00A0: oui\u202F? Non\u202F! Bien\u202F; fin',
  );
});

it.each([
  [0, 'fr', '0\u00A0heure'],
  [1, 'fr', '1\u00A0heure'],
  [72, 'fr', '72\u00A0heures'],
  [0, 'en', '0\u00A0hours'],
  [1, 'en', '1\u00A0hour'],
  [72, 'en', '72\u00A0hours'],
] as const)('formats %i hours in %s', (hours, locale, expected) =>
  expect(hoursText(hours, locale)).toBe(expected),
);

it.each([
  ['Agora', 'fr', 'Agora\u00A0: été'],
  ['Agora', 'en', 'Agora: été'],
  ['L’Œuvre – Paris…', 'en', "L'OEuvre - Paris...: été"],
  ['A\r\nBcc: x@example.com', 'en', 'A Bcc: x@example.com: été'],
  ['Агора', 'fr', 'été'],
  ['🎉', 'en', 'été'],
] as const)(
  'prefixes the subject with the project name %j in %s unless it is outside Latin-1',
  (name, locale, expected) => expect(mailSubject(name, locale, 'été')).toBe(expected),
);

describe('renderMail', () => {
  const url = 'https://admin.example.com/reset-password?token=a-b_c&from=mail';
  const mail = renderMail({
    projectName: HOSTILE,
    locale: 'fr',
    preheader: HOSTILE,
    title: HOSTILE,
    paragraphs: [HOSTILE, 'Deux'],
    action: { label: HOSTILE, url },
    note: HOSTILE,
  });

  it('escapes every value inserted into the HTML of a mail', () => {
    expect(mail.html).not.toContain('<script');
    expect(mail.html.match(/&lt;script&gt;/g)).toHaveLength(7);
  });

  it('writes the link with a double-quoted href and an unencoded =', () =>
    expect(mail.html).toContain('href="https://admin.example.com/reset-password?token=a-b_c&amp;from=mail"'));

  it('puts the link on its own line in the plain text and escapes nothing there', () => {
    expect(mail.text.split('\n')).toContain(url);
    expect(mail.text).toContain(HOSTILE);
  });

  it('declares the language of the mail and loads no external resource', () => {
    expect(mail.html).toContain('<html lang="fr">');
    expect(mail.html).not.toMatch(/<(img|link|script|iframe)\b|@import|url\(/);
  });

  it('renders no button and no note when a mail has none', () => {
    const plain = {
      projectName: 'Agora',
      locale: 'en',
      preheader: 'p',
      title: 't',
      paragraphs: ['q'],
    } as const;
    expect(renderMail(plain).html).not.toContain('<a ');
    expect(renderMail(plain).text).toBe('t\n\nq\n\n-- \nAgora\n');
  });
});

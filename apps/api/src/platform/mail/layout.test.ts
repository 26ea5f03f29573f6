import { describe, expect, it } from 'vitest';
import { fr, hoursText, mailSubject, renderMail } from './layout.ts';

const HOSTILE = `<script>alert("1")</script>&'`;

describe('fr', () => {
  it('puts spaces that do not break, but not into inserted values', () => {
    expect(fr`« ${'a ; b'} » : oui ? Non ! Bien ; fin`).toBe(
      '«\u00A0a ; b\u00A0»\u00A0: oui\u202F? Non\u202F! Bien\u202F; fin',
    );
  });
});

describe('hoursText', () => {
  it.each([
    [0, 'fr', '0\u00A0heure'],
    [1, 'fr', '1\u00A0heure'],
    [72, 'fr', '72\u00A0heures'],
    [0, 'en', '0\u00A0hours'],
    [1, 'en', '1\u00A0hour'],
    [72, 'en', '72\u00A0hours'],
  ] as const)('%i in %s', (hours, locale, expected) => expect(hoursText(hours, locale)).toBe(expected));
});

describe('mailSubject', () => {
  it.each([
    ['Agora', 'fr', 'Agora\u00A0: été'],
    ['Agora', 'en', 'Agora: été'],
    ['L’Œuvre – Paris…', 'en', "L'OEuvre - Paris...: été"],
    ['A\r\nBcc: x@example.com', 'en', 'A Bcc: x@example.com: été'],
    ['Агора', 'fr', 'été'],
    ['🎉', 'en', 'été'],
  ] as const)('%j in %s', (name, locale, expected) =>
    expect(mailSubject(name, locale, 'été')).toBe(expected),
  );
});

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

  it('escapes everything it is given', () => {
    expect(mail.html).not.toContain('<script');
    expect(mail.html.match(/&lt;script&gt;/g)).toHaveLength(7);
  });

  it('links with a double-quoted href and a bare =', () =>
    expect(mail.html).toContain('href="https://admin.example.com/reset-password?token=a-b_c&amp;from=mail"'));

  it('has the link on a line of its own in the text, which is not escaped', () => {
    expect(mail.text.split('\n')).toContain(url);
    expect(mail.text).toContain(HOSTILE);
  });

  it('declares its language and loads nothing', () => {
    expect(mail.html).toContain('<html lang="fr">');
    expect(mail.html).not.toMatch(/<(img|link|script|iframe)\b|@import|url\(/);
  });

  it('leaves out a button and a note that are not given', () => {
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

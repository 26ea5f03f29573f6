import { describe, expect, it } from 'vitest';
import {
  emailChangedMail,
  newAccountMail,
  passwordRecoveryMail,
  promotedMail,
} from './accounts.users.mail.ts';

const url = 'https://admin.example.com/reset-password?token=abc-_1';
const input = { projectName: 'Agora', url, hours: 1, email: 'zoe@example.com' };
const addresses = { oldEmail: 'old@example.com', newEmail: 'new@example.com' };

const people = { promoted: 'Zoë Lefèvre (zoe@example.com)', actor: 'admin@example.com' };

const LINK_MAILS = {
  passwordRecoveryMail: (more: object = {}, locale: 'fr' | 'en' = 'fr') =>
    passwordRecoveryMail({ ...input, locale, ...more }),
  newAccountMail: (more: object = {}, locale: 'fr' | 'en' = 'fr') =>
    newAccountMail({ ...input, locale, ...more }),
  emailChangedMail: (more: object = {}, locale: 'fr' | 'en' = 'fr') =>
    emailChangedMail({ ...input, ...addresses, locale, ...more }),
};

const MAILS = {
  ...LINK_MAILS,
  promotedMail: (more: object = {}, locale: 'fr' | 'en' = 'fr') =>
    promotedMail({ projectName: 'Agora', ...people, locale, ...more }),
};

describe.each(Object.entries(LINK_MAILS))('%s', (_name, write) => {
  it.each(['fr', 'en'] as const)('includes the link in the HTML and the text of the %s mail', (locale) => {
    const { html, text } = write({}, locale);
    expect(html).toContain(`href="${url}"`);
    expect(text.split('\n')).toContain(url);
  });

  it.each(['fr', 'en'] as const)('states for how many hours the link in the %s mail is valid', (locale) => {
    const word = locale === 'fr' ? 'heure' : 'hour';
    expect(write({ hours: 1 }, locale).text).toMatch(new RegExp(`1\u00A0${word}\\b`));
    expect(write({ hours: 72 }, locale).text).toContain(`72\u00A0${word}s`);
  });
});

describe.each(Object.entries(MAILS))('%s', (_name, write) => {
  it.each(['fr', 'en'] as const)('renders the %s mail without missing values', (locale) => {
    const { subject, html, text } = write({}, locale);
    expect(subject).toMatch(locale === 'fr' ? /^Agora\u00A0: \S/ : /^Agora: \S/);
    expect(html).toContain(`<html lang="${locale}">`);
    expect(html + text).not.toMatch(/undefined|null|\[object|\$\{/);
  });

  it('renders different texts in French and English', () => {
    expect(write({}, 'fr').subject).not.toBe(write({}, 'en').subject);
    expect(write({}, 'fr').text).not.toBe(write({}, 'en').text);
  });

  it('follows French typography in the French mail', () => {
    const text = visible(write().html) + withoutUrls(write().text) + write().subject;
    expect(text.match(/(?<!\u202F)[;!?]/g)).toBeNull();
    expect(text.match(/(?<!\u00A0):/g)).toBeNull();
    expect(text.match(/«(?!\u00A0)|(?<!\u00A0)»/g)).toBeNull();
    expect(text.match(/['"“”]|\.\.\./g)).toBeNull();
  });

  it('follows English typography in the English mail', () => {
    const text = visible(write({}, 'en').html) + withoutUrls(write({}, 'en').text);
    expect(text.match(/[\s\u202F][;:!?]|['"«»]|\.\.\./g)).toBeNull();
  });

  it.each(['fr', 'en'] as const)('limits the subject of the %s mail to Latin-1 characters', (locale) => {
    for (const projectName of ['Agora', 'L’Œuvre – Paris', '広場', 'A\r\nBcc: b@example.com'])
      expect(write({ projectName }, locale).subject).toMatch(/^[\x20-\x7e\xa0-\xff]+$/);
  });

  it('escapes HTML in names and addresses', () => {
    const hostile = `<img src=x onerror="alert('1')">&`;
    const names = { email: hostile, oldEmail: hostile, newEmail: hostile, promoted: hostile, actor: hostile };
    const { html } = write({ projectName: hostile, ...names });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;');
  });
});

it.each(['fr', 'en'] as const)(
  'names the former and the new address in the %s mail about a changed address',
  (locale) => {
    const { text } = MAILS.emailChangedMail({}, locale);
    expect(text).toContain(addresses.oldEmail);
    expect(text).toContain(addresses.newEmail);
  },
);

it.each(['fr', 'en'] as const)(
  'names the new administrator and the promoting superuser in the %s mail about a promotion',
  (locale) => {
    const { text } = MAILS.promotedMail({}, locale);
    expect(text).toContain(people.promoted);
    expect(text).toContain(people.actor);
  },
);

/** The visible text: without style sheet, tags and the link itself. */
const visible = (html: string) =>
  withoutUrls(html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]*>/g, ''));

const withoutUrls = (text: string) => text.replaceAll(url, '');

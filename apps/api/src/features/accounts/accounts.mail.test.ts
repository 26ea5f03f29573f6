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
  it.each(['fr', 'en'] as const)('carries its link in %s', (locale) => {
    const { html, text } = write({}, locale);
    expect(html).toContain(`href="${url}"`);
    expect(text.split('\n')).toContain(url);
  });

  it.each(['fr', 'en'] as const)('says how long the link works in %s', (locale) => {
    const word = locale === 'fr' ? 'heure' : 'hour';
    expect(write({ hours: 1 }, locale).text).toMatch(new RegExp(`1\u00A0${word}\\b`));
    expect(write({ hours: 72 }, locale).text).toContain(`72\u00A0${word}s`);
  });
});

describe.each(Object.entries(MAILS))('%s', (_name, write) => {
  it.each(['fr', 'en'] as const)('is complete in %s', (locale) => {
    const { subject, html, text } = write({}, locale);
    expect(subject).toMatch(locale === 'fr' ? /^Agora\u00A0: \S/ : /^Agora: \S/);
    expect(html).toContain(`<html lang="${locale}">`);
    expect(html + text).not.toMatch(/undefined|null|\[object|\$\{/);
  });

  it('is not the same in both languages', () => {
    expect(write({}, 'fr').subject).not.toBe(write({}, 'en').subject);
    expect(write({}, 'fr').text).not.toBe(write({}, 'en').text);
  });

  it('keeps to French typography', () => {
    const text = visible(write().html) + withoutUrls(write().text) + write().subject;
    expect(text.match(/(?<!\u202F)[;!?]/g)).toBeNull();
    expect(text.match(/(?<!\u00A0):/g)).toBeNull();
    expect(text.match(/«(?!\u00A0)|(?<!\u00A0)»/g)).toBeNull();
    expect(text.match(/['"“”]|\.\.\./g)).toBeNull();
  });

  it('keeps to English typography', () => {
    const text = visible(write({}, 'en').html) + withoutUrls(write({}, 'en').text);
    expect(text.match(/[\s\u202F][;:!?]|['"«»]|\.\.\./g)).toBeNull();
  });

  it.each(['fr', 'en'] as const)('has a subject of Latin-1 characters in %s', (locale) => {
    for (const projectName of ['Agora', 'L’Œuvre – Paris', '広場', 'A\r\nBcc: b@example.com'])
      expect(write({ projectName }, locale).subject).toMatch(/^[\x20-\x7e\xa0-\xff]+$/);
  });

  it('shows hostile text as text', () => {
    const hostile = `<img src=x onerror="alert('1')">&`;
    const names = { email: hostile, oldEmail: hostile, newEmail: hostile, promoted: hostile, actor: hostile };
    const { html } = write({ projectName: hostile, ...names });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;');
  });
});

describe('emailChangedMail', () => {
  it.each(['fr', 'en'] as const)('names both addresses in %s', (locale) => {
    const { text } = MAILS.emailChangedMail({}, locale);
    expect(text).toContain(addresses.oldEmail);
    expect(text).toContain(addresses.newEmail);
  });
});

describe('promotedMail', () => {
  it.each(['fr', 'en'] as const)('names the new administrator and who did it in %s', (locale) => {
    const { text } = MAILS.promotedMail({}, locale);
    expect(text).toContain(people.promoted);
    expect(text).toContain(people.actor);
  });
});

/** The visible text: without style sheet, tags and the link itself. */
const visible = (html: string) =>
  withoutUrls(html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]*>/g, ''));

const withoutUrls = (text: string) => text.replaceAll(url, '');

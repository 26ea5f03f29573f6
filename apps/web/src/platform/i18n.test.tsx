import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import {
  defineTexts,
  formatAverage,
  formatMean,
  formatNumber,
  formatShare,
  getLocale,
  mergeTexts,
  perLocale,
  plural,
  setLocale,
  useLocale,
} from './i18n.ts';

const t = defineTexts({
  en: { save: 'Save!', greet: (name: string) => `Hello ${name}!` },
  fr: { save: 'Enregistrer !', greet: (name) => `Bonjour ${name} !` },
});

function Greeting() {
  useLocale();
  return <p>{t.greet('Zoé')}</p>;
}

it('shows each text in the language of the page, with French spacing', () => {
  renderPart(<Greeting />);
  expect(screen.getByText('Hello Zoé!')).toBeVisible();
  act(() => setLocale('fr'));
  expect(screen.getByRole('paragraph').textContent).toBe('Bonjour Zoé\u202f!');
  expect(t.save).toBe('Enregistrer\u202f!');
});

it('stores the chosen language in this browser and sets the language of the document', () => {
  setLocale('fr');
  expect(localStorage.getItem('locale')).toBe('fr');
  expect(document.documentElement).toHaveAttribute('lang', 'fr');
});

it('follows the language of another tab, but ignores unknown values', () => {
  renderPart(<Greeting />);
  const changeElsewhere = (key: string, newValue: string | null) =>
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })));
  changeElsewhere('theme', 'fr');
  changeElsewhere('locale', 'de');
  changeElsewhere('locale', null);
  expect(getLocale()).toBe('en');
  changeElsewhere('locale', 'fr');
  expect(screen.getByText('Bonjour Zoé !')).toBeVisible();
});

it('changes the language in a browser without storage, too', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  setLocale('fr');
  expect(t.save).toMatch(/^Enregistrer/);
});

it('merges texts that still follow the language', () => {
  const more = defineTexts({ en: { open: 'Open' }, fr: { open: 'Ouvrir' } });
  const both = mergeTexts([t, more]) as typeof t & typeof more;
  expect([both.save, both.open]).toEqual(['Save!', 'Open']);
  setLocale('fr');
  expect([both.save, both.open]).toEqual(['Enregistrer\u202f!', 'Ouvrir']);
});

it('creates a value once for each language', () => {
  const make = vi.fn<(locale: string) => object>(() => ({}));
  const value = perLocale(make);
  const english = value();
  setLocale('fr');
  expect(value()).not.toBe(english);
  setLocale('en');
  expect(value()).toBe(english);
  expect(make.mock.calls).toEqual([['en'], ['fr']]);
});

const FORMS = { one: 'membre', many: 'de membres', other: 'membres' };

it.each([
  [0, '0\u00a0member', '0\u00a0membre'],
  [1, '1\u00a0member', '1\u00a0membre'],
  [2, '2\u00a0members', '2\u00a0membres'],
  [1_234, '1,234\u00a0members', '1\u202f234\u00a0membres'],
  [1_000_000, '1,000,000\u00a0members', '1\u202f000\u202f000\u00a0de membres'],
])('formats a count of %i in both languages', (count, english, french) => {
  const inEnglish = plural(count, { one: 'member', other: 'members' });
  expect(inEnglish).toBe(count === 0 ? `${english}s` : english);
  setLocale('fr');
  expect(plural(count, FORMS)).toBe(french);
});

it.each([
  [120, 172, '70%'],
  [1, 3, '33%'],
  [357, 358, '99%'],
  [358, 358, '100%'],
  [430, 358, '120%'],
])('formats %d of %d as %s', (part, whole, share) => {
  expect(formatShare(part, whole)).toBe(share);
});

it('formats numbers for each language', () => {
  const numbers = () => [
    formatNumber(1_234),
    formatAverage(4),
    formatMean(87.46),
    formatMean(87),
    formatShare(41, 100),
    formatShare(0, 0),
  ];
  expect(numbers()).toEqual(['1,234', '4.0', '87.5', '87', '41%', '0%']);
  setLocale('fr');
  expect(numbers()).toEqual(['1\u202f234', '4,0', '87,5', '87', '41\u00a0%', '0\u00a0%']);
});

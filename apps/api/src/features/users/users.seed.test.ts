import { emailProblem } from '@agora/contract/shared/email';
import { describe, expect, it } from 'vitest';
import { demoItems } from '../items/items.seed.ts';
import { demoUsers } from './users.seed.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const DAY = 86_400_000;
const users = demoUsers({ now, passwordHash: 'hash' });
const members = users.filter(({ is_superuser }) => !is_superuser);
const items = demoItems({ users, now });

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const timeOf = (id: string | undefined) => Number.parseInt(id?.replaceAll('-', '').slice(0, 12) ?? '', 16);

describe('demoUsers', () => {
  it('gives the same for the same input', () =>
    expect(demoUsers({ now, passwordHash: 'hash' })).toEqual(users));

  it('gives the same people at another time', () => {
    const later = demoUsers({ now: new Date(now.getTime() + 1_000), passwordHash: 'hash' });
    expect(later.map(({ email }) => email)).toEqual(users.map(({ email }) => email));
  });

  it('gives 500 members and two superusers, one of them inactive', () => {
    expect(members).toHaveLength(500);
    const superusers = users.filter(({ is_superuser }) => is_superuser);
    expect(superusers.map(({ is_active }) => is_active)).toEqual([true, false]);
  });

  it('spreads them over 90 days, up to some minutes ago', () => {
    const ages = users.map(({ created_at }) => now.getTime() - created_at.getTime());
    expect(Math.min(...ages)).toBeLessThan(10 * 60_000);
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(Math.max(...ages)).toBeLessThanOrEqual(90 * DAY);
    expect(Math.max(...ages)).toBeGreaterThan(80 * DAY);
  });

  it('has several groups of three or more who joined at the very same moment', () => {
    const groups = Map.groupBy(members, ({ created_at }) => created_at.getTime());
    const ties = [...groups.values()].filter(({ length }) => length >= 3);
    expect(ties.length).toBeGreaterThanOrEqual(5);
  });

  it('has about 8 % inactive, a few without a name, and both languages', () => {
    const count = (wanted: (user: (typeof users)[number]) => boolean) => members.filter(wanted).length;
    expect(count(({ is_active }) => !is_active)).toBeGreaterThan(25);
    expect(count(({ is_active }) => !is_active)).toBeLessThan(55);
    expect(count(({ full_name }) => full_name === null)).toBeGreaterThan(5);
    expect(count(({ full_name }) => full_name === null)).toBeLessThan(30);
    expect(count(({ locale }) => locale === 'en')).toBeGreaterThan(100);
    expect(count(({ locale }) => locale === 'fr')).toBeGreaterThan(250);
  });

  it('gives everybody a valid address and id of their own', () => {
    expect(new Set(users.map(({ email_key }) => email_key)).size).toBe(users.length);
    expect(new Set(users.map(({ id }) => id)).size).toBe(users.length);
    for (const { id, email, created_at } of users) {
      expect(emailProblem(email)).toBeUndefined();
      expect(email).toMatch(/^[a-z0-9.-]+@example\.(com|org)$/);
      expect(id).toMatch(UUID_V7);
      expect(timeOf(id)).toBe(created_at.getTime());
    }
  });

  it.each([/é/, /[ÉÀ]/, /ë/, /ï/, /ç/, /œ/, /’/, /-/, / /])('has names with %s', (pattern) =>
    expect(users.some(({ full_name }) => pattern.test(full_name ?? ''))).toBe(true),
  );
});

describe('demoItems', () => {
  it('gives the same for the same input', () => expect(demoItems({ users, now })).toEqual(items));

  it('gives about 1,200, at most six each', () => {
    expect(items.length).toBeGreaterThan(1_100);
    expect(items.length).toBeLessThan(1_300);
    const sizes = [...Map.groupBy(items, ({ owner_id }) => owner_id).values()].map(({ length }) => length);
    expect(Math.max(...sizes)).toBe(6);
    expect(sizes.length).toBeLessThan(users.length);
  });

  it('writes each after its owner joined and before now', () => {
    const joined = new Map(users.map(({ id, created_at }) => [id, created_at.getTime()]));
    for (const { id, owner_id, created_at } of items) {
      expect(created_at.getTime()).toBeGreaterThanOrEqual(joined.get(owner_id) ?? Number.NaN);
      expect(created_at.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(id).toMatch(UUID_V7);
    }
  });

  it('has titles and descriptions within the limits, some without', () => {
    expect(items.some(({ description }) => description === null)).toBe(true);
    for (const { title, description } of items) {
      expect(title.length).toBeLessThanOrEqual(255);
      expect(description?.length ?? 1).toBeLessThanOrEqual(255);
      expect(`${title} ${description}`).not.toMatch(/'|\.\.\./);
    }
  });
});

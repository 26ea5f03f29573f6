import { USER_TRASH_DAYS } from '@agora/contract/features/accounts/accounts.users.schema';
import { emailProblem } from '@agora/contract/shared/email';
import { describe, expect, it } from 'vitest';
import { verifyPassword } from '../../platform/auth/passwords.ts';
import { readConfig } from '../../platform/config.ts';
import { demoItems } from '../items/items.seed.ts';
import { demoUsers } from './accounts.users.seed.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const DAY = 86_400_000;
const users = demoUsers({ now, passwordHash: 'hash' });
const members = users.filter(({ is_superuser, deleted_at }) => !is_superuser && !deleted_at);
const items = demoItems({ users, now });

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const timeOf = (id: string | undefined) => Number.parseInt(id?.replaceAll('-', '').slice(0, 12) ?? '', 16);

describe('demoUsers', () => {
  it('creates the same accounts for the same input', () =>
    expect(demoUsers({ now, passwordHash: 'hash' })).toEqual(users));

  it('creates accounts with the same addresses at another time', () => {
    const later = demoUsers({ now: new Date(now.getTime() + 1_000), passwordHash: 'hash' });
    expect(later.map(({ email }) => email)).toEqual(users.map(({ email }) => email));
  });

  it('creates 500 members, two more in the trash, and two superusers, one of them inactive', () => {
    expect(members).toHaveLength(500);
    expect(users).toHaveLength(504);
    const superusers = users.filter(({ is_superuser }) => is_superuser);
    expect(superusers.map(({ is_active }) => is_active)).toEqual([true, false]);
  });

  it('spreads the creation of accounts over 90 days, up to some minutes ago', () => {
    const ages = users.map(({ created_at }) => now.getTime() - created_at.getTime());
    expect(Math.min(...ages)).toBeLessThan(10 * 60_000);
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(Math.max(...ages)).toBeLessThanOrEqual(90 * DAY);
    expect(Math.max(...ages)).toBeGreaterThan(80 * DAY);
  });

  it('creates several groups of three or more members who joined at the same moment', () => {
    const groups = Map.groupBy(members, ({ created_at }) => created_at.getTime());
    const ties = [...groups.values()].filter(({ length }) => length >= 3);
    expect(ties.length).toBeGreaterThanOrEqual(5);
  });

  it('creates about 8 % inactive members, a few without a name, and members of both languages', () => {
    const count = (wanted: (user: (typeof users)[number]) => boolean) => members.filter(wanted).length;
    expect(count(({ is_active }) => !is_active)).toBeGreaterThan(25);
    expect(count(({ is_active }) => !is_active)).toBeLessThan(55);
    expect(count(({ full_name }) => full_name === null)).toBeGreaterThan(5);
    expect(count(({ full_name }) => full_name === null)).toBeLessThan(30);
    expect(count(({ locale }) => locale === 'en')).toBeGreaterThan(100);
    expect(count(({ locale }) => locale === 'fr')).toBeGreaterThan(250);
  });

  it('dates the last visit of most active members within 21 days, and never outside their membership', () => {
    const active = members.filter(
      ({ is_active, invitation_expires_at }) => is_active && !invitation_expires_at,
    );
    const seen = active.filter(({ last_seen_at }) => last_seen_at);
    expect(seen.length).toBeGreaterThan(active.length * 0.8);
    expect(seen.length).toBeLessThan(active.length * 0.95);
    for (const { last_seen_at } of seen)
      expect(now.getTime() - Number(last_seen_at)).toBeLessThanOrEqual(21 * DAY);
    for (const { created_at, last_seen_at, deactivated_at, deleted_at, updated_at } of users) {
      const left = deactivated_at ?? deleted_at ?? now;
      expect(Number(last_seen_at ?? created_at)).toBeGreaterThanOrEqual(created_at.getTime());
      expect(Number(last_seen_at ?? left)).toBeLessThanOrEqual(left.getTime());
      expect(updated_at).toEqual(deactivated_at ?? deleted_at ?? created_at);
    }
  });

  it('records when and by which superuser an account was deactivated, mostly why, sometimes until when', () => {
    const inactive = users.filter(({ is_active }) => !is_active);
    for (const { created_at, deactivated_at, deactivated_by, deactivated_until } of inactive) {
      expect(Number(deactivated_at)).toBeGreaterThanOrEqual(created_at.getTime());
      expect(Number(deactivated_at)).toBeLessThanOrEqual(now.getTime());
      expect(deactivated_by).toBe(users[0]?.id);
      expect(Number(deactivated_until ?? Number.POSITIVE_INFINITY)).toBeGreaterThan(now.getTime() + DAY);
    }
    const withReason = inactive.filter(({ deactivation_reason }) => deactivation_reason).length;
    expect(withReason).toBeGreaterThan(inactive.length / 2);
    expect(withReason).toBeLessThan(inactive.length);
    expect(inactive.some(({ deactivated_until }) => deactivated_until)).toBe(true);
    expect(users.some(({ is_active, deactivated_at }) => is_active && deactivated_at)).toBe(false);
  });

  it('creates three invited accounts, one of them expired, that reject the password of the other accounts', async () => {
    const invited = users.filter(({ invitation_expires_at }) => invitation_expires_at);
    expect(invited).toHaveLength(3);
    expect(invited.filter((user) => Number(user.invitation_expires_at) < now.getTime())).toHaveLength(1);
    for (const { is_active, password_hash } of invited) {
      expect(is_active).toBe(true);
      expect(await verifyPassword(password_hash, 'changethis', readConfig({}))).toBe(false);
    }
  });

  it('creates two accounts in the trash that can still be restored', () => {
    const trash = users.filter(({ deleted_at }) => deleted_at);
    expect(trash).toHaveLength(2);
    for (const { deleted_at } of trash)
      expect(now.getTime() - Number(deleted_at)).toBeLessThan(USER_TRASH_DAYS * DAY);
  });

  it('gives every account a unique valid address and a unique UUIDv7 of its creation time', () => {
    expect(new Set(users.map(({ email_key }) => email_key)).size).toBe(users.length);
    expect(new Set(users.map(({ id }) => id)).size).toBe(users.length);
    for (const { id, email, created_at } of users) {
      expect(emailProblem(email)).toBeUndefined();
      expect(email).toMatch(/^[a-z0-9.-]+@example\.(com|org)$/);
      expect(id).toMatch(UUID_V7);
      expect(timeOf(id)).toBe(created_at.getTime());
    }
  });

  it.each([/é/, /[ÉÀ]/, /ë/, /ï/, /ç/, /œ/, /’/, /-/, / /])('creates names that match %s', (pattern) =>
    expect(users.some(({ full_name }) => pattern.test(full_name ?? ''))).toBe(true),
  );
});

describe('demoItems', () => {
  it('creates the same items for the same input', () => expect(demoItems({ users, now })).toEqual(items));

  it('creates about 1,200 items, at most six for each account', () => {
    expect(items.length).toBeGreaterThan(1_100);
    expect(items.length).toBeLessThan(1_300);
    const sizes = [...Map.groupBy(items, ({ owner_id }) => owner_id).values()].map(({ length }) => length);
    expect(Math.max(...sizes)).toBe(6);
    expect(sizes.length).toBeLessThan(users.length);
  });

  it('dates each item after its owner joined and before the owner left', () => {
    const owners = new Map(users.map((user) => [user.id, user]));
    for (const { id, owner_id, created_at } of items) {
      const owner = owners.get(owner_id);
      expect(owner?.invitation_expires_at).toBeUndefined();
      expect(created_at.getTime()).toBeGreaterThanOrEqual(Number(owner?.created_at));
      expect(created_at.getTime()).toBeLessThanOrEqual(
        Number(owner?.deactivated_at ?? owner?.deleted_at ?? now),
      );
      expect(id).toMatch(UUID_V7);
    }
  });

  it('creates titles and descriptions within the limits, and some items without a description', () => {
    expect(items.some(({ description }) => description === null)).toBe(true);
    for (const { title, description } of items) {
      expect(title.length).toBeLessThanOrEqual(255);
      expect(description?.length ?? 1).toBeLessThanOrEqual(255);
      expect(`${title} ${description}`).not.toMatch(/'|\.\.\./);
    }
  });
});

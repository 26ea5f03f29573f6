import { eq } from 'drizzle-orm';
import { users } from '../../src/features/accounts/accounts.users.table.ts';
import type { Account, TestService } from '../harness.ts';
import type { Role } from './access.table.ts';

/** A clock that tests can set back, for sign-ins in the past. */
export class Clock {
  #ago = 0;
  now = () => new Date(Date.now() - this.#ago);

  /** Runs the work as of `days` ago. */
  async ago<Result>(days: number, work: () => Promise<Result>): Promise<Result> {
    this.#ago = days * 86_400_000;
    try {
      return await work();
    } finally {
      this.#ago = 0;
    }
  }
}

type Outsider = Exclude<Role, 'member' | 'other' | 'superuser'>;

/**
 * Tokens that no route may accept. The deleted and inactive accounts keep their sessions, which the product
 * would end: the guard itself must check the account.
 */
export async function outsiders(t: TestService, clock: Clock): Promise<Record<Outsider, string | undefined>> {
  const [deleted, inactive] = [await t.member(), await t.member()];
  const expired = await clock.ago(9, () => t.member());
  await t.db.update(users).set({ deleted_at: new Date() }).where(eq(users.id, deleted.id));
  await t.db.update(users).set({ is_active: false }).where(eq(users.id, inactive.id));
  return {
    anonymous: undefined,
    malformed: `${inactive.token}x`,
    expired: expired.token,
    deleted: deleted.token,
    inactive: inactive.token,
  };
}

/** Two new members and a new superuser. */
export const insiders = async (
  t: TestService,
): Promise<Record<'member' | 'other' | 'superuser', Account>> => ({
  member: await t.member(),
  other: await t.member(),
  superuser: await t.colleague(),
});

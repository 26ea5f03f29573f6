import type { Config } from '../../../platform/settings.ts';
import type { User } from '../accounts.users.table.ts';

type Policy = Pick<Config, 'ADMIN_2FA' | 'ADMIN_2FA_GRACE_DAYS'>;
interface Account extends Pick<User, 'is_team' | 'second_factor_at' | 'second_factor_asked_at'> {
  /** True in a session for which the OpenID Connect provider asked for one. */
  is_multi_factor?: boolean;
}

/** What the owner is told by mail. */
export type FactorChange =
  | 'added'
  | 'removed'
  | 'app_removed'
  | 'reset'
  | 'codes_renewed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'provider_linked'
  | 'provider_unlinked';

const DAY = 86_400_000;

/** True if an account signs in, and confirms dangerous acts, with a second factor. Former members of the team do not. */
export const hasSecondFactor = (
  { ADMIN_2FA }: Pick<Policy, 'ADMIN_2FA'>,
  { is_team, second_factor_at }: Pick<Account, 'is_team' | 'second_factor_at'>,
): boolean => ADMIN_2FA !== 'off' && is_team && second_factor_at !== null;

/** When an account must have set its second factor up; undefined if it need not, or has. */
export function secondFactorDueAt(
  { ADMIN_2FA, ADMIN_2FA_GRACE_DAYS }: Policy,
  { is_team, second_factor_at, second_factor_asked_at, is_multi_factor = false }: Account,
  now: Date,
): Date | undefined {
  if (ADMIN_2FA !== 'required' || !is_team || second_factor_at || is_multi_factor) return undefined;
  return new Date((second_factor_asked_at ?? now).getTime() + ADMIN_2FA_GRACE_DAYS * DAY);
}

/** True once that moment has passed. */
export function isSecondFactorOverdue(policy: Policy, account: Account, now: Date): boolean {
  const due = secondFactorDueAt(policy, account, now);
  return due !== undefined && due <= now;
}

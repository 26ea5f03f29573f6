import type { KeptData } from '@agora/contract/features/data-exports/data-exports.rules';
import { t } from './data-protection.texts.ts';

/** How long a kind of data is kept, in words. */
export function keptText(code: KeptData, days: number | null): string {
  if (code === 'approvals' || code === 'api_keys') return t[`${code}_kept`];
  if (days === null) return t.asAccount;
  if (code === 'inactive_members' || code === 'conversations') return t[`${code}_days`](days);
  return t.days(days);
}

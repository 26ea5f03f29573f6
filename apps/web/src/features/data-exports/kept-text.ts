import type { KeptData } from '@agora/contract/features/data-exports/data-exports.rules';
import { t } from './data-protection.texts.ts';

/** How long a kind of data is kept, in words. */
export function keptText(code: KeptData, days: number | null): string {
  if (code === 'approvals' || code === 'api_keys') return t[`${code}_kept`];
  const period = periodText(days);
  if (days !== null && (code === 'inactive_members' || code === 'conversations'))
    return t[`${code}_kept`](period);
  return period;
}

const YEAR = 365.25;

/** Whole years as years, with or without their leap days; null for as long as the account. */
export function periodText(days: number | null): string {
  if (days === null) return t.asAccount;
  const years = Math.round(days / YEAR);
  return years > 0 && Math.abs(days - years * YEAR) < 1 ? t.years(years) : t.days(days);
}

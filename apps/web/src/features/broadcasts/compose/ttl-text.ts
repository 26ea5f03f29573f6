import { t } from './broadcasts.compose.texts.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** `4 heures` for a number of seconds. */
export function ttlText(seconds: number): string {
  if (seconds > 0 && seconds % DAY === 0) return t.days(seconds / DAY);
  return seconds > 0 && seconds % HOUR === 0 ? t.hours(seconds / HOUR) : t.seconds(seconds);
}

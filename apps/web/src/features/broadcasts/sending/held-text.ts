import type { AudiencePreview } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { addDays } from '../../../platform/civil-date.ts';
import { formatDate, formatTime, localTimeOf, today, zoneName } from '../../../platform/dates.ts';
import { t } from './broadcasts.dispatch.texts.ts';

type Held = NonNullable<AudiencePreview['held']>;

/** How many devices wait for the end of their quiet hours, and when they receive the push. */
export const heldText = (held: Held): string => t.held(held.devices, endText(held), zoneName());

/** When: `demain à 8 h 00`, `demain entre 8 h 00 et 9 h 00`, `entre aujourd’hui à 23 h 00 et demain à 8 h 00` */
function endText({ from, until }: Held): string {
  const [first, last] = [dayText(from), dayText(until)];
  const [begin, end] = [formatTime(from), formatTime(until)];
  if (first !== last) return t.between(t.dayAt(first, begin), t.dayAt(last, end));
  return begin === end ? t.dayAt(first, begin) : t.dayBetween(first, begin, end);
}

function dayText(instant: string): string {
  const day = localTimeOf(instant).slice(0, 10);
  if (day === today()) return t.today;
  return day === addDays(today(), 1) ? t.tomorrow : t.onDay(formatDate(instant));
}

import type { CalendarDay } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { LOCALES } from '@agora/contract/shared/locales';
import {
  IconArchive,
  IconCircleCheck,
  IconCircleDashed,
  IconLanguage,
  IconPencil,
} from '@tabler/icons-react';

/** Appearance of a day in the calendar, in the order of the legend. */
export const LOOKS = ['ready', 'partial', 'draft', 'reserve', 'empty'] as const;
export type Look = (typeof LOOKS)[number];

/** An icon for each, as colour alone must not carry meaning. */
export const LOOK_ICONS = {
  ready: IconCircleCheck,
  partial: IconLanguage,
  draft: IconPencil,
  reserve: IconArchive,
  empty: IconCircleDashed,
} as const;

export const LOOK_TEXTS = {
  ready: 'ready',
  partial: 'partial',
  draft: 'draft',
  reserve: 'fromReserve',
  empty: 'empty',
} as const;

export const lookOf = ({ state, locales }: CalendarDay): Look =>
  state === 'ready' && locales.length < LOCALES.length ? 'partial' : state;

/** True if a day has its own message, so that a move conflicts. */
export const isTaken = ({ state }: CalendarDay): boolean => state === 'ready' || state === 'draft';

/** Path of a day: its message, or a new one; undefined if it is over without one, or the user does not write. */
export function pathOf(
  { id, day, state }: CalendarDay,
  today: string,
  mayWrite: boolean,
): string | undefined {
  if (id !== null && (state !== 'reserve' || day < today)) return `/daily-message/${id}`;
  return mayWrite && day >= today ? `/daily-message/new?day=${day}` : undefined;
}

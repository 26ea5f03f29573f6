import type { CalendarDay } from '@agora/contract/features/daily-messages/daily-messages.contract';
import {
  IconArchive,
  IconCircleCheck,
  IconCircleDashed,
  IconLanguage,
  IconPencil,
} from '@tabler/icons-react';
import { LOCALES } from '../../../platform/i18n.ts';

/** What a day of the calendar is at a glance, in the order of the legend. */
export const LOOKS = ['ready', 'partial', 'draft', 'reserve', 'empty'] as const;
export type Look = (typeof LOOKS)[number];

/** Each with a text: no colour says anything alone. */
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

/** Whether a day has a message of its own, which a move would meet. */
export const isTaken = ({ state }: CalendarDay): boolean => state === 'ready' || state === 'draft';

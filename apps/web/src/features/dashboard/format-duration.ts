import { formatMinutes } from '@agora/contract/features/dashboard/dashboard.durations.rules';
import { localeTag } from '../../platform/i18n.ts';

/** Formats a duration in the language of the page. */
export const formatDuration = (minutes: number): string => formatMinutes(minutes, localeTag());

/** Tick intervals of a duration axis, in minutes: from five minutes to a week. */
export const DURATION_STEPS = [5, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080];

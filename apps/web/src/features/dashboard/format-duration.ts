import { formatMinutes } from '@agora/contract/features/dashboard/dashboard.durations.rules';
import { localeTag } from '../../platform/i18n.ts';

/** A duration in the language of the page. */
export const formatDuration = (minutes: number): string => formatMinutes(minutes, localeTag());

/** Distances between the lines of an axis of durations, in minutes: from five minutes to a week. */
export const DURATION_STEPS = [5, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080];

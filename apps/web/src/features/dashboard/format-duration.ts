import { localeTag } from '../../platform/i18n.ts';

/** `12 min`, `5,5 h` or `3 j`. */
export function formatDuration(minutes: number): string {
  const [unit, size] = minutes < 60 ? ['minute', 1] : minutes < 2880 ? ['hour', 60] : ['day', 1440];
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(localeTag(), options).format(minutes / size);
}

/** Distances between the lines of an axis of durations, in minutes: from five minutes to a week. */
export const DURATION_STEPS = [5, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080];

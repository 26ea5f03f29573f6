import { localeTag } from '../../platform/i18n.ts';
import { t } from './dashboard.trends.texts.ts';

/** A change since the previous range, as a number and as text. */
export interface Change {
  by: number;
  text: string;
}

const signed = (by: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(localeTag(), { ...options, signDisplay: 'exceptZero' }).format(by).replace('-', '−');

/** `+12 %` for 0.12. */
export const changeInPercent = (delta: number): Change => ({
  by: Math.round(delta * 100),
  text: signed(delta, { style: 'percent' }),
});

/** `+0,3` from 3.9 to 4.2: the difference of the averages as displayed. */
export function changeOfAverage(value: number, previous: number): Change {
  const by = (Math.round(value * 10) - Math.round(previous * 10)) / 10;
  return { by, text: signed(by, { minimumFractionDigits: 1 }) };
}

/** `+3 pts` from 0.38 to 0.41: the difference of the percentages as displayed. */
export function changeOfShare(value: number, previous: number): Change {
  const by = Math.round(value * 100) - Math.round(previous * 100);
  return { by, text: t.points(by, signed(by)) };
}

import { localeTag } from '../../platform/i18n.ts';

/** `4,3` */
export const formatAverage = (value: number): string =>
  new Intl.NumberFormat(localeTag(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

import { defineTexts, formatNumber } from '../platform/i18n.ts';

export const t = defineTexts({
  en: {
    filters: 'Filters',
    used: (label: string, count: number) => `${label} (${formatNumber(count)})`,
    said: (label: string, what: string) => `${label}: ${what}`,
  },
  fr: {
    filters: 'Filtres',
    used: (label, count) => `${label} (${formatNumber(count)})`,
    said: (label, what) => `${label} : ${what}`,
  },
});

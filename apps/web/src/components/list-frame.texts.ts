import { defineTexts, formatNumber } from '../platform/i18n.ts';

export const t = defineTexts({
  en: {
    filters: 'Filters',
    used: (label: string, count: number) => `${label} (${formatNumber(count)})`,
  },
  fr: {
    filters: 'Filtres',
    used: (label, count) => `${label} (${formatNumber(count)})`,
  },
});

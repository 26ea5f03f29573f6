import { defineTexts, formatNumber } from '../platform/i18n.ts';

export const t = defineTexts({
  en: {
    filters: 'Filters',
    filtersUsed: (count: number) => `Filters (${formatNumber(count)})`,
  },
  fr: {
    filters: 'Filtres',
    filtersUsed: (count) => `Filtres (${formatNumber(count)})`,
  },
});

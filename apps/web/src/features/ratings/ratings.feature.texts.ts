import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: { ratings: 'Ratings' },
  fr: { ratings: 'Évaluations' },
});

import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: { items: 'Items' },
  fr: { items: 'Éléments' },
});

import { defineTexts } from '../platform/i18n.ts';

export const t = defineTexts({
  en: { datesIn: (zone: string) => `Dates in ${zone}` },
  fr: { datesIn: (zone) => `Dates en ${zone}` },
});

import { defineTexts } from '../platform/i18n.ts';

export const t = defineTexts({
  en: {
    datesIn: (zone: string) => `Dates in ${zone}`,
    since: (day: string) => `Since ${day}`,
    until: (day: string) => `Until ${day}`,
  },
  fr: {
    datesIn: (zone) => `Dates en ${zone}`,
    since: (day) => `Depuis le ${day}`,
    until: (day) => `Jusqu’au ${day}`,
  },
});

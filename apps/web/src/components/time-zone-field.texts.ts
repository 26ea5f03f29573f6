import { defineTexts } from '../platform/i18n.ts';

export const t = defineTexts({
  en: { noZone: 'No such time zone. Try a city or a country.' },
  fr: { noZone: 'Aucun fuseau horaire de ce nom. Essayez une ville ou un pays.' },
});

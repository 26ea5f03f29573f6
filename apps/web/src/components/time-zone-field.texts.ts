import { defineTexts } from '../platform/i18n.ts';

export const t = defineTexts({
  en: { noZone: 'No such time zone. Try the city that it is named after.' },
  fr: {
    noZone: 'Aucun fuseau horaire de ce nom. Essayez le pays ou, s’il a plusieurs fuseaux, une grande ville.',
  },
});

import { defineTexts } from '../../platform/i18n.ts';

/** The purpose of the screens, in three sentences. */
export const t = defineTexts({
  en: {
    auditLog:
      'Every change of content and accounts and every export, with who made it and when. The details show each value before and after. Filters stay in the address, and the list shown can be exported.',
  },
  fr: {
    auditLog:
      'Chaque changement de contenu ou de compte et chaque export, avec son auteur et sa date. Les détails montrent chaque valeur avant et après. Les filtres restent dans l’adresse de la page, et la liste affichée peut être exportée.',
  },
});

import { defineTexts } from '../../platform/i18n.ts';

/** The purpose of the screens, in three sentences. */
export const t = defineTexts({
  en: {
    items:
      'Short notes that each member keeps for themselves. Administrators see those of everybody and can filter by owner. A deleted item can be restored: by you right afterwards, then for 30 days by whoever runs the service.',
  },
  fr: {
    items:
      'De courtes notes que chaque membre garde pour lui. Les administrateurs voient celles de tous et peuvent filtrer par propriétaire. Un élément supprimé peut être restauré : par vous juste après, puis pendant 30 jours par la personne qui gère le service.',
  },
});

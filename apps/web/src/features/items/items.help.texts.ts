import { defineTexts } from '../../platform/i18n.ts';

/** What the screens are for, in three sentences. */
export const t = defineTexts({
  en: {
    items:
      'Short notes that each member keeps for themselves. Administrators see those of everybody and can filter by owner. A deleted item can be brought back for a few seconds.',
  },
  fr: {
    items:
      'De courtes notes que chaque membre garde pour lui. Les administrateurs voient celles de tous et peuvent filtrer par propriétaire. Un élément supprimé peut être récupéré pendant quelques secondes.',
  },
});

import type { AuditedNames } from '../../shared/audited.ts';

export const newsAudit = {
  news: {
    en: {
      name: 'article',
      words: {
        status: 'Status',
        slug: 'Address',
        category_id: 'Category',
        visible_from: 'Online from',
        visible_to: 'Online until',
        pinned_until: 'Pinned until',
        content: 'Content',
        live_revision_id: 'Published text',
        draft: 'Draft',
        live: 'Published',
        archived: 'Archived',
      },
    },
    fr: {
      name: 'article',
      words: {
        status: 'Statut',
        slug: 'Adresse',
        category_id: 'Catégorie',
        visible_from: 'En ligne à partir du',
        visible_to: 'En ligne jusqu’au',
        pinned_until: 'Épinglé jusqu’au',
        content: 'Contenu',
        live_revision_id: 'Texte publié',
        draft: 'Brouillon',
        live: 'Publié',
        archived: 'Archivé',
      },
    },
  },
  news_category: {
    en: {
      name: 'category',
      words: {
        name_fr: 'Name in French',
        name_en: 'Name in English',
        color: 'Colour',
      },
    },
    fr: {
      name: 'catégorie',
      words: {
        name_fr: 'Nom en français',
        name_en: 'Nom en anglais',
        color: 'Couleur',
      },
    },
  },
} as const satisfies AuditedNames;

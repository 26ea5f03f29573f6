import { defineTexts } from '../../platform/i18n.ts';

/** Names of the entity, its fields and values in the audit log. */
export const t = defineTexts({
  en: {
    the: 'the article',
    many: 'Articles',
    status: 'Status',
    slug: 'Address',
    category_id: 'Category',
    visible_from: 'Online from',
    visible_to: 'Online until',
    pinned_until: 'Pinned until',
    content: 'Texts and cover',
    live_revision_id: 'Published text',
    draft: 'Draft',
    live: 'Published',
    archived: 'Archived',
  },
  fr: {
    the: 'l’article',
    many: 'Articles',
    status: 'Statut',
    slug: 'Adresse',
    category_id: 'Catégorie',
    visible_from: 'En ligne à partir du',
    visible_to: 'En ligne jusqu’au',
    pinned_until: 'Épinglé jusqu’au',
    content: 'Textes et couverture',
    live_revision_id: 'Texte publié',
    draft: 'Brouillon',
    live: 'Publié',
    archived: 'Archivé',
  },
});

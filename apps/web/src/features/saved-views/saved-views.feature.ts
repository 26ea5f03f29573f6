import { savedViewsAudit } from '@agora/contract/features/saved-views/saved-views.rules';
import type { Feature, NamedChange } from '../../platform/feature.ts';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = savedViewsAudit.saved_view;

/** Names of the entity in the audit log, with those of its fields and values. */
const words = defineTexts({
  en: { the: 'the view', many: 'Views', ...en.words },
  fr: { the: 'la vue', many: 'Vues', ...fr.words },
});

const changes: readonly NamedChange[] = [
  { field: 'visibility', from: 'private', to: 'all', en: 'shared the view', fr: 'a partagé la vue' },
  {
    field: 'visibility',
    from: 'all',
    to: 'private',
    en: 'stopped sharing the view',
    fr: 'a cessé de partager la vue',
  },
];

export const savedViews = {
  live: { saved_view: () => [['saved-views']] },
  audit: { saved_view: { words, changes } },
} satisfies Feature;

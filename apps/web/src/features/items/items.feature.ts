import { itemsAudit } from '@agora/contract/features/items/items.rules';
import { IconList } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { defineTexts } from '../../platform/i18n.ts';

/** Names of the pages, and their purpose in three sentences. */
const t = defineTexts({
  en: {
    items: 'Items',
    itemsHelp:
      'Short notes that members keep for themselves. Administrators see everyone’s and can filter them by owner. Undo a deletion right away; for 30 days, your technical team can still restore the item.',
  },
  fr: {
    items: 'Éléments',
    itemsHelp:
      'De courtes notes que chaque membre garde pour lui. Les administrateurs voient celles de tous et peuvent filtrer par propriétaire. Un élément supprimé peut être restauré : par vous juste après, puis pendant 30 jours par la personne qui gère le service.',
  },
});

const { en, fr } = itemsAudit.item;

/** Names of the entity in the audit log, with those of its fields and values. */
const words = defineTexts({
  en: { the: 'the item', many: 'Items', ...en.words },
  fr: { the: 'l’élément', many: 'Éléments', ...fr.words },
});

export const items = {
  destinations: [
    {
      path: '/items',
      label: () => t.items,
      icon: IconList,
      access: 'user',
      key: 'e',
      help: () => t.itemsHelp,
      tabOf: '/members',
      tabAccess: { can: 'items.read' },
    },
  ],
  found: {
    item: {
      label: () => t.items,
      icon: IconList,
      path: ({ title }) => `/items?search=${encodeURIComponent(title)}`,
      list: '/items?search=',
    },
  },
  live: { item: () => [['items']] },
  audit: { item: { words } },
} satisfies Feature;

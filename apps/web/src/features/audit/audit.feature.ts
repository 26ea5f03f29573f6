import { IconHistory } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { defineTexts } from '../../platform/i18n.ts';
import { changes, t as words } from './audit.audit.texts.ts';

/** Names of the pages, and their purpose in three sentences. */
const t = defineTexts({
  en: {
    auditLog: 'Audit log',
    auditLogHelp:
      'Every change of content and accounts and every export, with who made it and when. The details show each value before and after. Save filters as a view, and export the list shown.',
  },
  fr: {
    auditLog: 'Journal d’audit',
    auditLogHelp:
      'Chaque changement de contenu ou de compte et chaque export, avec son auteur et sa date. Les détails montrent chaque valeur avant et après. Enregistrez vos filtres dans une vue, et exportez la liste affichée.',
  },
});

export const audit = {
  destinations: [
    {
      path: '/audit-log',
      label: () => t.auditLog,
      icon: IconHistory,
      access: { can: 'audit_log.read' },
      key: 'l',
      help: () => t.auditLogHelp,
      tabOf: '/admin',
    },
  ],
  live: { changed: () => [['audit-logs']], export: () => [] },
  audit: { export: { words, changes } },
} satisfies Feature;

import type { AuditAction } from '@agora/contract/features/audit/audit.contract';
import { AUDITED } from '@agora/contract/registry';
import type { AuditActorKind } from '@agora/contract/shared/audited';
import type { Locale } from '@agora/contract/shared/locale';
import type { CsvColumn } from '../../platform/http/csv.ts';
import type { ExportedAuditLog } from './audit.queries.ts';

const ACTIONS: Record<Locale, Record<AuditAction, string>> = {
  fr: {
    created: 'création',
    updated: 'modification',
    deleted: 'mise à la corbeille',
    restored: 'restauration',
    erased: 'effacement définitif',
  },
  en: {
    created: 'creation',
    updated: 'change',
    deleted: 'move to the trash',
    restored: 'restoration',
    erased: 'final erasure',
  },
};
const ACTORS: Record<Locale, Record<AuditActorKind, string>> = {
  fr: { user: 'personne', cli: 'ligne de commande', system: 'système' },
  en: { user: 'person', cli: 'command line', system: 'system' },
};

/** Columns of the export. */
export const auditLogColumns = (locale: Locale): readonly CsvColumn<ExportedAuditLog>[] => [
  { header: { fr: 'Date', en: 'Date' }, value: ({ at }, moment) => moment(at) },
  { header: { fr: 'Type d’auteur', en: 'Kind of actor' }, value: (row) => ACTORS[locale][row.actor_kind] },
  { header: { fr: 'Auteur', en: 'Actor' }, value: ({ actor_label }) => actor_label ?? '' },
  { header: { fr: 'Action', en: 'Action' }, value: ({ action }) => ACTIONS[locale][action] },
  { header: { fr: 'Type d’objet', en: 'Kind of object' }, value: (row) => AUDITED[row.entity_type][locale] },
  { header: { fr: 'Objet', en: 'Object' }, value: ({ entity_labels }) => entity_labels?.[locale] ?? '' },
  { header: { fr: 'Identifiant', en: 'Identifier' }, value: ({ entity_id }) => entity_id },
  { header: { fr: 'Changements', en: 'Changes' }, value: ({ changes }) => JSON.stringify(changes) },
  { header: { fr: 'Requête', en: 'Request' }, value: ({ request_id }) => request_id ?? '' },
  { header: { fr: 'Adresse IP', en: 'IP address' }, value: ({ ip }) => ip ?? '' },
];

import { nameAndAddressOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { fieldChanges } from '@agora/contract/features/audit/audit.changes.rules';
import type { AuditAction } from '@agora/contract/features/audit/audit.contract';
import { AUDITED } from '@agora/contract/registry';
import type { AuditActorKind } from '@agora/contract/shared/audited';
import type { Locale } from '@agora/contract/shared/locale';
import { type CsvColumn, dayOf, type WriteMoment } from '../../platform/http/csv.ts';
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
  fr: { user: 'personne', api_key: 'clé d’API', cli: 'ligne de commande', system: 'système' },
  en: { user: 'person', api_key: 'API key', cli: 'command line', system: 'system' },
};

const VALUES = {
  fr: { nothing: '—', yes: 'oui', no: 'non' },
  en: { nothing: '—', yes: 'yes', no: 'no' },
} as const;
const SECRET: Record<Locale, string> = { fr: 'non affiché', en: 'not shown' };
const COLON: Record<Locale, string> = { fr: '\u00a0: ', en: ': ' };

/** Labels in one language. */
export const labelsIn = (labels: ExportedAuditLog['labels'], locale: Locale): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([id, label]) => [id, label[locale]]));

/** `Nom complet : Ada → Ada Lovelace`, a line per field, in the wording of the user interface. */
function changesOf(row: ExportedAuditLog, locale: Locale, moment: WriteMoment): string {
  const names = AUDITED[row.entity_type][locale].words;
  const labels = labelsIn(row.labels, locale);
  const day = (date: string) => dayOf(date, locale);
  return fieldChanges(row.changes, { ...VALUES[locale], names, labels, day, moment })
    .map(({ field, before, after, isSecret }) => [field, isSecret ? SECRET[locale] : `${before} → ${after}`])
    .map((line) => line.join(COLON[locale]))
    .join('\n');
}

/** The label; for a person, preceded by their name. */
const labelOf = (full_name: string | null, label: string | null | undefined) =>
  label ? nameAndAddressOf({ full_name, email: label }) : '';

/** Columns of the export. */
export const auditLogColumns = (locale: Locale): readonly CsvColumn<ExportedAuditLog>[] => [
  { header: { fr: 'Date', en: 'Date' }, value: ({ at }, moment) => moment(at) },
  { header: { fr: 'Type d’auteur', en: 'Kind of actor' }, value: (row) => ACTORS[locale][row.actor_kind] },
  {
    header: { fr: 'Auteur', en: 'Actor' },
    value: ({ actor_name, actor_label }) => labelOf(actor_name, actor_label),
  },
  { header: { fr: 'Action', en: 'Action' }, value: ({ action }) => ACTIONS[locale][action] },
  {
    header: { fr: 'Type d’objet', en: 'Kind of object' },
    value: (row) => AUDITED[row.entity_type][locale].name,
  },
  {
    header: { fr: 'Objet', en: 'Object' },
    value: ({ entity_name, entity_labels }) => labelOf(entity_name, entity_labels?.[locale]),
  },
  { header: { fr: 'Identifiant', en: 'Identifier' }, value: ({ entity_id }) => entity_id },
  { header: { fr: 'Changements', en: 'Changes' }, value: (row, moment) => changesOf(row, locale, moment) },
  { header: { fr: 'Requête', en: 'Request' }, value: ({ request_id }) => request_id ?? '' },
  { header: { fr: 'Adresse IP', en: 'IP address' }, value: ({ ip }) => ip ?? '' },
];

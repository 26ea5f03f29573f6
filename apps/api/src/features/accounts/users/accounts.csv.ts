import type { UserStatus } from '@agora/contract/features/accounts/accounts.users.schema';
import type { Locale } from '@agora/contract/shared/locale';
import { type CsvColumn, LANGUAGES } from '../../../platform/http/csv.ts';
import type { ExportedUser } from './accounts.list.queries.ts';

const STATUSES: Record<Locale, Record<UserStatus, string>> = {
  fr: { active: 'actif', invited: 'invité', deactivated: 'désactivé', deleted: 'supprimé' },
  en: { active: 'active', invited: 'invited', deactivated: 'deactivated', deleted: 'deleted' },
};
const YES_NO: Record<Locale, readonly [yes: string, no: string]> = { fr: ['oui', 'non'], en: ['yes', 'no'] };

/** Columns of the accounts export. */
export const userColumns = (locale: Locale): readonly CsvColumn<ExportedUser>[] => [
  { header: { fr: 'Identifiant', en: 'Identifier' }, value: ({ id }) => id },
  { header: { fr: 'Adresse e-mail', en: 'Email' }, value: ({ email }) => email },
  { header: { fr: 'Nom complet', en: 'Full name' }, value: ({ full_name }) => full_name ?? '' },
  { header: { fr: 'Statut', en: 'Status' }, value: ({ status }) => STATUSES[locale][status] },
  {
    header: { fr: 'Administrateur', en: 'Administrator' },
    value: ({ is_superuser }) => YES_NO[locale][is_superuser ? 0 : 1],
  },
  { header: { fr: 'Langue', en: 'Language' }, value: (row) => LANGUAGES[locale][row.locale] },
  {
    header: { fr: 'Date de création', en: 'Created' },
    value: ({ created_at }, moment) => moment(created_at),
  },
  {
    header: { fr: 'Dernière visite', en: 'Last seen' },
    value: ({ last_seen_at }, moment) => moment(last_seen_at),
  },
];

import { PLATFORM_NAMES } from '@agora/contract/features/devices/devices.rules';
import type { RatingTarget } from '@agora/contract/features/ratings/ratings.contract';
import type { Locale } from '@agora/contract/shared/locale';
import { type CsvColumn, LANGUAGES } from '../../platform/http/csv.ts';
import type { ExportedRating } from './ratings.queries.ts';

const TARGETS: Record<Locale, Record<RatingTarget, string>> = {
  fr: { app: 'application', news: 'article', daily_message: 'message du jour' },
  en: { app: 'app', news: 'article', daily_message: 'daily message' },
};
const ANSWERED: Record<Locale, readonly [no: string, yes: string]> = {
  fr: ['non', 'oui'],
  en: ['no', 'yes'],
};

/** Columns of the export. */
export const ratingColumns = (locale: Locale): readonly CsvColumn<ExportedRating>[] => [
  { header: { fr: 'Date', en: 'Date' }, value: ({ updated_at }, moment) => moment(updated_at) },
  { header: { fr: 'Sujet', en: 'Subject' }, value: ({ target_type }) => TARGETS[locale][target_type] },
  { header: { fr: 'Titre', en: 'Title' }, value: ({ target_title }) => target_title ?? '' },
  { header: { fr: 'Note', en: 'Score' }, value: ({ score }) => String(score) },
  {
    header: { fr: 'Note précédente', en: 'Previous score' },
    value: ({ previous_score }) => String(previous_score ?? ''),
  },
  { header: { fr: 'Commentaire', en: 'Comment' }, value: ({ comment }) => comment },
  { header: { fr: 'Nom complet', en: 'Full name' }, value: ({ full_name }) => full_name ?? '' },
  { header: { fr: 'E-mail', en: 'Email' }, value: ({ email }) => email ?? '' },
  { header: { fr: 'Langue', en: 'Language' }, value: (row) => LANGUAGES[locale][row.locale] },
  {
    header: { fr: 'Plateforme', en: 'Platform' },
    value: ({ platform }) => (platform ? PLATFORM_NAMES[platform] : ''),
  },
  { header: { fr: 'Version', en: 'Version' }, value: ({ app_version }) => app_version ?? '' },
  {
    header: { fr: 'Répondu', en: 'Answered' },
    value: ({ thread_id }) => ANSWERED[locale][thread_id ? 1 : 0],
  },
];

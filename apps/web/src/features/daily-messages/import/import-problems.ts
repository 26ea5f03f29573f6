import type { DailyMessageImportReport } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { t } from './daily-messages.import.texts.ts';

const RULES = [
  'unknown_column',
  'repeated_column',
  'column_count',
  'csv_parsing',
  'too_short',
  'too_long',
  'too_many_columns',
  'failed_formula',
  'unreadable',
  'default_locale_missing',
  'day_taken',
  'date_parsing',
  'date_too_early',
  'date_too_late',
  'string_too_long',
  'enum',
  'url_parsing',
] as const;

type Problem = DailyMessageImportReport['errors'][number];

export const problemText = ({ type, field, occupant }: Problem): string =>
  occupant ? t.dayTakenBy(occupant) : ruleText(type, field);

/** Text of a cell's error. */
function ruleText(type: string, field: string): string {
  if (type === 'missing') return t.missingText;
  if (type === 'enum' && field === 'missing_locale') return t.enumMissing;
  const known = RULES.find((rule) => rule === type);
  return known ? t[known] : t.wrong;
}

import type { DailyMessageImportReport } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { commonProblemText, wrongValue } from '../../../components/table-import/table-import.tsx';
import { t } from './daily-messages.import.texts.ts';

const RULES = [
  'too_long',
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

export function problemText(problem: Problem): string {
  const { type, field, occupant } = problem;
  if (occupant) return t.dayTakenBy(occupant);
  if (type === 'missing') return t.missingText;
  if (type === 'enum' && field === 'missing_locale') return t.enumMissing;
  const known = RULES.find((rule) => rule === type);
  return known ? t[known] : (commonProblemText(problem) ?? wrongValue());
}

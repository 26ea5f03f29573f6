import { ApiError } from './api-error.ts';
import { t } from './errors.texts.ts';
import { knownProblemText, textOf } from './errors.ts';
import { getLocale } from './i18n.ts';

/**
 * Error text of a failed sign-up or sign-in as the specification defines it: `detail`, or its first `msg`.
 * Translated if a translation exists, otherwise the API's English text.
 */
export function detailText(error: unknown): string {
  if (!(error instanceof ApiError)) return t.generic;
  const { detail, code } = error.refusal;
  const [problem] = Array.isArray(detail) ? detail : [];
  const message = Array.isArray(detail) ? problem?.msg : detail;
  if (!message) return t.generic;
  return getLocale() === 'en' ? message : ((problem ? knownProblemText(problem) : textOf(code)) ?? message);
}

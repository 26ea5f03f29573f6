import { ApiError } from './api-error.ts';
import { t } from './errors.texts.ts';
import { knownProblemText, textOf } from './errors.ts';

/**
 * The text that the specification gives a failed sign-up or sign-in: `detail`, or the first `msg` in it. It is the
 * API's own in English, and translated where there is a translation.
 */
export function detailText(error: unknown): string {
  if (!(error instanceof ApiError)) return t.generic;
  const { detail, code } = error.refusal;
  const [problem] = Array.isArray(detail) ? detail : [];
  const said = Array.isArray(detail) ? problem?.msg : detail;
  if (!said) return t.generic;
  return document.documentElement.lang === 'en'
    ? said
    : ((problem ? knownProblemText(problem) : textOf(code)) ?? said);
}

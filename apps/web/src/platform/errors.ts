import type { ValidationError } from '@agora/contract/shared/errors';
import { ApiError } from './api-error.ts';
import { apiErrorTexts } from './api-error-texts.ts';
import type { t as texts } from './api-errors.texts.ts';
import { t } from './errors.texts.ts';
import { getLocale } from './i18n.ts';

/** Texts for responses without an error code, by status. */
const STATUS_TEXTS: Record<number, keyof typeof texts> = {
  400: 'bad_request',
  401: 'not_authenticated',
  403: 'privileges_required',
  404: 'not_found',
  409: 'conflict',
  422: 'validation_error',
  429: 'too_many_requests',
  500: 'internal_error',
  503: 'service_unavailable',
};

/** Maximum characters shown of a response that is not from the API. */
const BODY_SHOWN_MAX = 200;

/** Errors of modules that could not be loaded. */
const moduleErrors = new WeakSet<Error>();
export const markModuleError = (error: Error): unknown => moduleErrors.add(error);
export const isModuleError = (error: unknown): error is Error =>
  error instanceof Error && moduleErrors.has(error);

/** Text of an error in the language of the page. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return isModuleError(error) ? t.offline : t.generic;
  const { status, statusText, refusal } = error;
  if (status === 0) return statusText === 'timeout' ? t.timeout : t.offline;
  if (Array.isArray(refusal.detail)) return refusal.detail[0] ? problemText(refusal.detail[0]) : t.generic;
  return textOf(refusal.code) ?? refusal.detail ?? textOf(STATUS_TEXTS[status]) ?? unknownStatusText(error);
}

/** Status, status text and body of an unknown response, without the HTML of proxies. */
function unknownStatusText({ status, statusText, body }: ApiError): string {
  const bodyText = typeof body === 'string' ? body.trim() : JSON.stringify(body ?? '');
  const isShown = bodyText !== '""' && !bodyText.startsWith('<');
  return t.unknownStatus(`${status} ${statusText}`.trim(), isShown ? bodyText.slice(0, BODY_SHOWN_MAX) : '');
}

/** Text of an error code. */
export function textOf(code: string | undefined): string | undefined {
  const text = code !== undefined && Object.hasOwn(apiErrorTexts, code) ? apiErrorTexts[code] : '';
  return typeof text === 'string' && text ? text : undefined;
}

/** Text of a field error. */
function problemText(problem: ValidationError): string {
  const known = knownProblemText(problem);
  if (known || !problem.msg) return known ?? t.generic;
  return getLocale() === 'en' ? problem.msg : apiErrorTexts.invalid;
}

/** Text of a field error, if its type has one. */
export function knownProblemText({ type, ctx, loc }: ValidationError): string | undefined {
  const texts = apiErrorTexts;
  if (type === 'string_too_short') return texts.string_too_short(ctx?.['min_length']);
  if (type === 'string_too_long') return texts.string_too_long(ctx?.['max_length']);
  if (type === 'value_error' && loc.at(-1) === 'email') return texts.email;
  if (ctx?.['reason'] === 'password_too_common') return texts.password_too_common;
  return textOf(type);
}

/** Field errors of a 422; empty for every other error. */
function problemsOf(error: unknown): ValidationError[] {
  const detail = error instanceof ApiError ? error.refusal.detail : undefined;
  return Array.isArray(detail) ? detail : [];
}

/** Field errors of a 422 by field name, to show them at the fields of a form. */
export const fieldErrors = (error: unknown): Record<string, string> =>
  Object.fromEntries(
    problemsOf(error)
      .filter(({ loc }) => loc.length > 1)
      .map((problem) => [String(problem.loc[1]), problemText(problem)]),
  );

/** Field errors of a 422 by path, such as `content.translations.fr.title`. */
export const pathErrors = (error: unknown): Record<string, string> =>
  Object.fromEntries(
    problemsOf(error).map((problem) => [problem.loc.slice(1).join('.'), problemText(problem)]),
  );

export const requestIdOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.requestId : undefined;

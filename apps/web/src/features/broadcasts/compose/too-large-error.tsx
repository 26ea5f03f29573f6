import { ApiError } from '../../../platform/api-error.ts';
import type { Locale } from '../../../platform/i18n.ts';
import { Localized } from '../../../platform/localized.tsx';
import { t } from './broadcasts.compose.texts.ts';
import type { BroadcastForm } from './text-panels.tsx';

/**
 * Shows at the text of a language that it is too large for phones.
 * @returns true if the error was about the size
 */
export function showTooLargeError(form: BroadcastForm, error: unknown): boolean {
  const errors = error instanceof ApiError && Array.isArray(error.refusal.detail) ? error.refusal.detail : [];
  const problem = errors.find(({ type }) => type === 'push_too_large');
  if (!problem) return false;
  const { locale, bytes, max_bytes } = problem.ctx as { locale: Locale; bytes: number; max_bytes: number };
  form.setFieldError(`${locale}_body`, <Localized text={() => t.tooLarge(locale, bytes, max_bytes)} />);
  form.getInputNode(`${locale}_body`)?.focus();
  return true;
}

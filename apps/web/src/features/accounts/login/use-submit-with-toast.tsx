import type { UseFormReturnType } from '@mantine/form';
import { ApiError } from '../../../platform/api-error.ts';
import { detailText } from '../../../platform/detail-text.ts';
import { t } from '../../../platform/errors.texts.ts';
import { errorText } from '../../../platform/errors.ts';
import { Localized } from '../../../platform/localized.tsx';
import { showToast } from '../../../platform/toaster.tsx';
import { useSubmit } from '../../../platform/use-submit.tsx';

/**
 * Toast for a failed sign-up or sign-in, as specified. If the response has no message, a hint adds a known
 * cause.
 */
function toastFailure(error: unknown): void {
  const description = detailText(error);
  const known = errorText(error);
  const hasHint = description === t.generic && known !== t.generic;
  showToast({ type: 'error', title: t.title, description, ...(hasHint && { hint: known }) });
}

/** Field and text of a refusal, by its code. */
type FieldsByCode<Values> = Readonly<
  Record<string, readonly [field: keyof Values & string, text: () => string]>
>;

/** Submits a form that also reports field errors in a toast. */
export const useSubmitWithToast = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  action: (values: Values) => Promise<void>,
  fieldsByCode: FieldsByCode<Values>,
): ReturnType<typeof useSubmit<Values>> =>
  useSubmit(
    form,
    async (values) => {
      try {
        await action(values);
      } catch (error) {
        toastFailure(error);
        throw error;
      }
    },
    (error) => {
      const known = error instanceof ApiError ? fieldsByCode[error.refusal.code ?? ''] : undefined;
      if (!known) return;
      const [field, text] = known;
      form.setFieldError(field, <Localized text={text} />);
      form.getInputNode(field)?.focus();
    },
  );

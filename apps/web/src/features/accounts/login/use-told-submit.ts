import type { UseFormReturnType } from '@mantine/form';
import { detailText } from '../../../platform/detail-text.ts';
import { t } from '../../../platform/errors.texts.ts';
import { errorText } from '../../../platform/errors.ts';
import { showToast } from '../../../platform/toast.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';

/**
 * The toast that the specification gives a failed sign-up or sign-in. Where the answer says nothing, a hint below
 * says what is known of it.
 */
function tell(error: unknown): void {
  const description = detailText(error);
  const known = errorText(error);
  const isMore = description === t.generic && known !== t.generic;
  void showToast({ type: 'error', title: t.title, description, ...(isMore && { hint: known }) });
}

/** Submits a form whose every failure is told in a toast, also what is shown at its fields. */
export const useToldSubmit = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  action: (values: Values) => Promise<void>,
): ReturnType<typeof useSubmit<Values>> =>
  useSubmit(
    form,
    async (values) => {
      try {
        await action(values);
      } catch (error) {
        tell(error);
        throw error;
      }
    },
    () => {},
  );

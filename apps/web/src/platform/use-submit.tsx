import type { UseFormReturnType } from '@mantine/form';
import type { FormEvent } from 'react';
import { fieldErrors } from './errors.ts';
import { Localized } from './localized.tsx';
import { toastError } from './toast.ts';
import { useBusy } from './use-busy.ts';

/**
 * Submits a form once at a time. Shows the API's field problems at their fields; passes other failures to
 * `onError`, by default a toast.
 */
export function useSubmit<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  action: (values: Values) => Promise<void>,
  onError: (error: unknown) => void = toastError,
): { isBusy: boolean; submit: () => void; onSubmit: (event: FormEvent<HTMLFormElement>) => void } {
  const focusFirst = (errors: object) => {
    const [first] = Object.keys(errors);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };

  const [isBusy, run] = useBusy(async (values: Values) => {
    try {
      await action(values);
    } catch (error) {
      const problems = fieldErrors(error);
      const known = Object.keys(problems).filter((field) => field in values);
      for (const field of known)
        form.setFieldError(field, <Localized text={() => fieldErrors(error)[field] ?? ''} />);
      if (known.length > 0) focusFirst(Object.fromEntries(known.map((field) => [field, true])));
      else onError(error);
    }
  });

  const onSubmit = form.onSubmit((values) => void run(values), focusFirst);
  return { isBusy, submit: () => onSubmit(), onSubmit };
}

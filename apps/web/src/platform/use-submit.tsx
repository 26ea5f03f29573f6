import type { UseFormReturnType } from '@mantine/form';
import type { FormEvent } from 'react';
import { cancelAfterPress } from './after-press.ts';
import { fieldErrors } from './errors.ts';
import { Localized } from './localized.tsx';
import { toastError } from './toast.ts';
import { useBusy } from './use-busy.ts';

interface SubmitState {
  isBusy: boolean;
  submit: () => void;
  /** Submits; resolves to whether it succeeded. */
  save: () => Promise<boolean>;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * Submits a form, one submission at a time. Shows field errors of the API at their fields and passes other
 * errors to `onError`, by default a toast.
 */
export function useSubmit<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  action: (values: Values) => Promise<void>,
  onError: (error: unknown) => void = toastError,
): SubmitState {
  const focusFirst = ([first = '']: string[]) => form.getInputNode(first)?.focus();

  const [isBusy, run] = useBusy(async (values: Values, onDone?: () => void) => {
    cancelAfterPress();
    try {
      await action(values);
      onDone?.();
    } catch (error) {
      const problems = fieldErrors(error);
      const fields = Object.keys(problems).filter((field) => field in values);
      for (const field of fields)
        form.setFieldError(field, <Localized text={() => fieldErrors(error)[field] ?? ''} />);
      if (fields[0]) focusFirst(fields);
      else onError(error);
    }
  });

  const onSubmit = form.onSubmit(
    (values) => void run(values),
    (errors) => focusFirst(Object.keys(errors)),
  );
  async function save(): Promise<boolean> {
    const { hasErrors, errors } = await form.validate();
    if (hasErrors) focusFirst(Object.keys(errors));
    let isSaved = false;
    if (!hasErrors) await run(form.getValues(), () => (isSaved = true));
    return isSaved;
  }

  return { isBusy, submit: () => onSubmit(), save, onSubmit };
}

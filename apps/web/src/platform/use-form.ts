import { type UseFormInput, type UseFormReturnType, useForm as useMantineForm } from '@mantine/form';
import { afterPress } from './after-press.ts';

/** A form that says what is wrong with a field when it is left, as the specification asks of each. */
export const useForm = <Values extends Record<string, unknown>>(
  options: UseFormInput<Values>,
): UseFormReturnType<Values> =>
  useMantineForm<Values>({
    ...options,
    validateInputOnBlur: true,
    enhanceGetInputProps: ({ inputProps: { onBlur } }) => ({
      ...(onBlur && { onBlur: (event: unknown) => afterPress(() => onBlur(event)) }),
    }),
  });

import { type UseFormInput, type UseFormReturnType, useForm as useMantineForm } from '@mantine/form';
import { afterPress } from './after-press.ts';

/** A form that validates each field on blur, as the specification requires. */
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

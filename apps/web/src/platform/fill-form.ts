import type { UseFormReturnType } from '@mantine/form';

/**
 * Fills a form with what is saved. Where something was typed since `sent`, all of the form stays as it is: a field
 * may mean nothing without another.
 */
export function fillForm<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  saved: Values,
  sent = form.getValues(),
): void {
  const values = form.getValues();
  form.setInitialValues(saved);
  form.setValues(JSON.stringify(values) === JSON.stringify(sent) ? saved : values);
}

import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { ApiError } from '../src/platform/api-error.ts';
import { queryClient } from '../src/platform/query-client.ts';

/** Finds a button by its full name. */
export const button = (name: string): Promise<HTMLElement> => screen.findByRole('button', { name });

/** Waits for a toast with exactly this text. */
export async function expectToast(text: string): Promise<void> {
  await within(await screen.findByRole('region', { name: /^Confirmations/ })).findByText(text);
}

/** Waits until a field is marked as invalid, with this message. */
export async function expectProblem(field: HTMLElement, message: string | RegExp): Promise<void> {
  await waitFor(() => expect(field).toBeInvalid());
  expect(field).toHaveAccessibleDescription(message);
}

/** Opens the filters of a list. A second button, for phones, unfolds the toolbar. */
export const openFilters = async (user: UserEvent): Promise<void> =>
  user.click((await screen.findAllByRole('button', { name: /^Filters/ }))[0] as HTMLElement);

/** The names of the rows of a list, from top to bottom. */
export const namesIn = (): string[] =>
  [...document.querySelectorAll('main tbody tr td:nth-child(2) [dir="auto"]')].map(
    (name) => name.textContent ?? '',
  );

/** Presses a button. */
export const press = async (user: UserEvent, name: string | RegExp): Promise<void> =>
  user.click(await screen.findByRole('button', { name }));

/** Chooses an action behind “…”. */
export async function chooseOtherAction(user: UserEvent, name: string): Promise<void> {
  await press(user, 'Other actions');
  await user.click(await screen.findByRole('menuitem', { name }));
}

/** Replaces the text of a field. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text !== '') await user.paste(text);
}

/** A date field, which also takes dates as `YYYY-MM-DD`; the button of its calendar bears its name, too. */
export const dateField = (label: string): Promise<HTMLElement> =>
  screen.findByRole('textbox', { name: label });

/** Reads that were not sent, since the service would refuse them and end the session. */
export const refusedReads = (): unknown[] =>
  queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.error instanceof ApiError && state.error.status === 403 })
    .map(({ queryKey }) => queryKey);

/** Waits until everything on the page is loaded. Reads that the user may not make fail without a request. */
export async function expectNothingRefused(): Promise<void> {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const queries = queryClient.getQueryCache().getAll();
  expect(queries.flatMap(({ queryKey, state }) => (state.error ? [queryKey] : []))).toEqual([]);
}

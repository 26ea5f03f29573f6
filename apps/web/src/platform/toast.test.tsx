import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { networkError } from '../../test/api-errors.ts';
import { expectToast } from '../../test/screen.ts';
import { setLocale } from './i18n.ts';
import { toastAccountSuccess, toastError, toastSuccess, toastWarning } from './toast.ts';
import { showToast } from './toaster.tsx';

const region = () => screen.findByRole('region', { name: /^Confirmations/ });
const toasts = async () => within(await region()).queryAllByRole('listitem');

it('shows a success in its own words, and one of the own account with the specified title', async () => {
  toastSuccess('The view is saved.');
  await expectToast('The view is saved.');
  expect(screen.queryByText('Success!')).toBeNull();
  toastAccountSuccess('The changes are saved.');
  await expectToast('Success!');
  await expectToast('The changes are saved.');
});

it('shows why a request failed, in the language of the page', async () => {
  setLocale('fr');
  toastError(networkError());
  await expectToast('Une erreur est survenue !');
  await expectToast('Le service est injoignable. Vérifiez votre connexion, puis réessayez.');
});

it('shows a partial success as a warning', async () => {
  toastWarning('2 of 3 were sent.');
  await expectToast('Something went wrong!');
  await expectToast('2 of 3 were sent.');
});

it('adds a hint below the text', async () => {
  showToast({ type: 'error', title: 'No', description: 'Not today', hint: 'Tomorrow' });
  await expectToast('Not today');
  await expectToast('Tomorrow');
});

it('offers an action, and closes when it is clicked', async () => {
  const undo = vi.fn<() => void>();
  toastSuccess('1 item deleted.', { label: 'Undo', onClick: undo });
  await expectToast('1 item deleted.');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  await waitFor(async () => expect(await toasts()).toHaveLength(0));
});

it('closes by its button, and leaves the other toasts', async () => {
  toastSuccess('One');
  await expectToast('One');
  toastSuccess('Two');
  await expectToast('Two');
  const [latest] = await toasts();
  if (latest) await userEvent.click(within(latest).getByRole('button', { name: 'Dismiss' }));
  await waitFor(async () => expect(await toasts()).toHaveLength(1));
  await expectToast('One');
});

it('closes after six seconds, and after eight with an action', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  toastSuccess('Plain');
  toastSuccess('With an action', { label: 'Undo', onClick: () => {} });
  await expectToast('Plain');
  await expectToast('With an action');
  await act(() => vi.advanceTimersByTimeAsync(6_500));
  await waitFor(async () => expect(await toasts()).toHaveLength(1));
  await expectToast('With an action');
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  await waitFor(async () => expect(await toasts()).toHaveLength(0));
});

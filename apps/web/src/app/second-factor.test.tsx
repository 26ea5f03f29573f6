import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anAccount, aSuperuser } from '../../test/accounts.ts';
import { answer, contract, refuse } from '../../test/api.ts';
import { openPage } from '../../test/render.tsx';
import { button, press } from '../../test/screen.ts';
import { type Locale } from '../platform/i18n.ts';

const { users, secondFactor, items } = contract;
const DUE = '2026-02-03T10:00:00.000Z';
const answerItems = () => answer(items.readItems, { status: 200, body: { data: [], count: 0 } });

it.each<[Locale, string, string]>([
  [
    'en',
    'From 3 February 2026 on, the team signs in with a code from an app as well.',
    'Set up two-step verification',
  ],
  [
    'fr',
    'À partir du 3 février 2026, l’équipe se connectera aussi avec un code fourni par une application.',
    'Activer la validation en deux étapes',
  ],
])('tells the day on which the second factor is due, in %s', async (locale, text, link) => {
  answerItems();
  await openPage('/items', { as: aSuperuser({ second_factor_due_at: DUE }), locale });
  expect(await screen.findByText(text, { exact: false })).toBeVisible();
  expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', '/settings');
});

it('tells nothing to those who need none', async () => {
  answerItems();
  await openPage('/items', { as: aSuperuser() });
  await screen.findByRole('heading', { name: 'Items' });
  expect(screen.queryByText(/the team signs in with a code/)).toBeNull();
});

it('shows only the set-up once it is overdue, and the page once the recovery codes are kept', async () => {
  answerItems();
  const overdue = aSuperuser({ second_factor_due_at: DUE, must_set_up_second_factor: true });
  const now = { me: overdue };
  answer(users.readUserMe, () => ({ status: 200, body: now.me }));
  answer(secondFactor.setUpSecondFactor, { status: 200, body: { secret: 'ABCD', url: 'otpauth://totp/x' } });
  answer(secondFactor.confirmSecondFactor, () => {
    now.me = aSuperuser({ second_factor_at: DUE });
    return { status: 200, body: { recovery_codes: ['abcd-efgh'] } };
  });
  const { user } = await openPage('/items', { as: overdue });
  expect(
    await screen.findByRole('heading', { name: 'Set up two-step verification', level: 1 }),
  ).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Inbox' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Account menu/ })).toBeNull();
  expect(await button('Log Out')).toBeVisible();
  await press(user, 'Set up');
  await user.type(await screen.findByLabelText(/^Code shown by the app/), '123456{Enter}');
  expect(await screen.findByText('Your recovery codes')).toBeVisible();
  await press(user, 'I have kept these codes');
  expect(await screen.findByRole('heading', { name: 'Items' })).toBeVisible();
  expect(await button('Account menu of Grace Hopper')).toBeVisible();
});

it('shows the set-up when it becomes due on an open page', async () => {
  const now = { me: aSuperuser({ second_factor_due_at: DUE }) };
  answer(users.readUserMe, () => ({ status: 200, body: now.me }));
  answerItems();
  const { router } = await openPage('/items', { as: now.me });
  await screen.findByRole('heading', { name: 'Items' });
  now.me = { ...now.me, must_set_up_second_factor: true };
  refuse(items.readItems, 'second_factor_setup_required');
  await act(() => router.navigate('/items?search=x'));
  expect(await screen.findByRole('heading', { name: 'Set up two-step verification' })).toBeVisible();
});

it('leaves members alone', async () => {
  answerItems();
  await openPage('/items', { as: anAccount() });
  await screen.findByRole('heading', { name: 'Items' });
  await waitFor(() => expect(screen.queryByText(/two-step/i)).toBeNull());
});

import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { somePreferences } from '../../../../test/accounts.ts';
import { answer, contract } from '../../../../test/api.ts';
import { renderPart } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast } from '../../../../test/screen.ts';
import { FillModal } from './fill-modal.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-10T12:00:00Z') });
  answer(contract.preferences.readPreferences, { status: 200, body: somePreferences() });
});

it('validates the period to fill when its fields are left, and fills it', async () => {
  const calls = answer(contract.dailyMessages.fillFromReserve, {
    status: 200,
    body: { filled: 2, empty: 0 },
  });
  const onClose = vi.fn<() => void>();
  const { user } = renderPart(<FillModal onClose={onClose} />, { path: '/daily-message' });
  const [from, to] = [
    await screen.findByRole('textbox', { name: 'From' }),
    screen.getByRole('textbox', { name: 'To' }),
  ];
  expect(from).toHaveValue('10 Mar 2027');
  expect(to).toHaveValue('9 Apr 2027');
  for (const [day, message] of [
    ['', 'Choose a day'],
    ['9/3/2027', 'This day is over: choose another'],
  ] as const) {
    await user.clear(to);
    if (day) await user.paste(day);
    await user.click(from);
    await expectProblem(to, message);
  }
  await user.clear(to);
  await user.paste('10/3/2027');
  await user.click(await button('Fill'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.map(({ body }) => body)).toEqual([{ from: '2027-03-10', to: '2027-03-10' }]);
  await expectToast('2 days filled.');
});

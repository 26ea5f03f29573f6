import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { somePreferences } from '../../../../test/accounts.ts';
import { answer, contract } from '../../../../test/api.ts';
import { renderPart } from '../../../../test/render.tsx';
import { button, expectProblem } from '../../../../test/screen.ts';
import { MomentsModal } from './moments-modal.tsx';

const FIELDS = [
  { name: 'start', label: 'Goes online' },
  { name: 'end', label: 'Goes offline', isOptional: true },
] as const;

it('validates times in the time zone of the organisation when their fields are left', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-10T12:00:00Z') });
  answer(contract.preferences.readPreferences, { status: 200, body: somePreferences() });
  const onSubmit = vi.fn<(times: object) => Promise<void>>(async () => undefined);
  const { user } = renderPart(
    <MomentsModal
      title="Schedule"
      text="When?"
      action="Schedule"
      fields={FIELDS}
      moments={{ start: null, end: null }}
      onSubmit={onSubmit}
      onClose={() => {}}
    />,
  );
  const start = await screen.findByRole('textbox', { name: 'Goes online' });
  const end = screen.getByRole('textbox', { name: 'Goes offline' });
  await user.click(start);
  await user.click(end);
  await expectProblem(start, /^Choose a day and a time/);
  await user.click(start);
  expect(end).toBeValid();
  for (const moment of ['10/3/2027 13:00', '9/3/2027 14:00']) {
    await user.clear(start);
    await user.paste(moment);
    await user.click(end);
    await expectProblem(start, /^Choose a moment in the future/);
  }
  await user.clear(start);
  await user.paste('10/3/2027 13:01');
  await user.click(end);
  await waitFor(() => expect(start).toBeValid());
  await user.click(await button('Schedule'));
  await waitFor(() =>
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ start: '2027-03-10T13:01', end: '' }),
  );
});

import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { useBusy } from './use-busy.ts';

function Acting({ action }: { action: (text: string) => Promise<void> }) {
  const [isBusy, run] = useBusy(action);
  return (
    <button type="button" aria-busy={isBusy} onClick={() => void run('now').catch(() => undefined)}>
      Act
    </button>
  );
}

function openActing() {
  const first = Promise.withResolvers<void>();
  const action = vi.fn<(text: string) => Promise<void>>().mockReturnValueOnce(first.promise);
  const { user } = renderPart(<Acting action={action} />);
  return { first, action, user, act: screen.getByRole('button', { name: 'Act' }) };
}

it('runs one action at a time, and another once it has ended', async () => {
  const { first, action, user, act } = openActing();
  await user.dblClick(act);
  await user.click(act);
  expect(act).toHaveAttribute('aria-busy', 'true');
  expect(action.mock.calls).toEqual([['now']]);
  first.resolve();
  await waitFor(() => expect(act).toHaveAttribute('aria-busy', 'false'));
  await user.click(act);
  expect(action).toHaveBeenCalledTimes(2);
});

it('can run an action again after it has failed', async () => {
  const { first, action, user, act } = openActing();
  await user.click(act);
  first.reject(new Error('not now'));
  await waitFor(() => expect(act).toHaveAttribute('aria-busy', 'false'));
  await user.click(act);
  expect(action).toHaveBeenCalledTimes(2);
});

import { screen, waitFor } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { button, expectToast } from '../../test/screen.ts';
import { noteModuleError } from '../platform/errors.ts';
import { lazyDialog } from './lazy-dialog.tsx';
import { lazyPart } from './lazy-part.tsx';

/** A module that could not be loaded, as `app/reload.ts` notes it. */
function moduleError(): Error {
  const error = new TypeError('Failed to fetch dynamically imported module');
  noteModuleError(error);
  return error;
}

const AWAY = 'The service can’t be reached. Check your connection and try again.';

it('keeps the rest of a page whose part cannot be loaded, and loads the part when asked again', async () => {
  const load = vi
    .fn<() => Promise<{ default: () => string }>>()
    .mockRejectedValueOnce(moduleError())
    .mockRejectedValueOnce(moduleError())
    .mockResolvedValue({ default: () => 'The part' });
  const Part = lazyPart(load);
  const { user } = renderPart(
    <>
      <h1>The rest</h1>
      <Suspense>
        <Part />
      </Suspense>
    </>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent(AWAY);
  expect(screen.getByRole('heading', { name: 'The rest' })).toBeVisible();
  await user.click(await button('Try again'));
  expect(await screen.findByRole('alert')).toHaveTextContent(AWAY);
  await user.click(await button('Try again'));
  expect(await screen.findByText('The part')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each(['onClose', 'onAnswer'] as const)(
  'says in a toast that a dialog cannot be loaded, closes it by %s, and loads it the next time',
  async (close) => {
    const load = vi
      .fn<() => Promise<{ default: () => string }>>()
      .mockRejectedValueOnce(moduleError())
      .mockResolvedValue({ default: () => 'The dialog' });
    const LazyDialog = lazyDialog(load);
    const closed = vi.fn<(answer?: boolean) => void>();
    function Page() {
      const [isOpen, setOpen] = useState(false);
      const end = (answer?: boolean) => {
        closed(answer);
        setOpen(false);
      };
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
          <Suspense>
            {isOpen && <LazyDialog {...(close === 'onClose' ? { onClose: end } : { onAnswer: end })} />}
          </Suspense>
        </>
      );
    }
    const { user } = renderPart(<Page />);
    await user.click(await button('Open'));
    await expectToast(AWAY);
    await waitFor(() =>
      expect(closed).toHaveBeenCalledExactlyOnceWith(close === 'onClose' ? undefined : false),
    );
    await user.click(await button('Open'));
    expect(await screen.findByText('The dialog')).toBeVisible();
  },
);

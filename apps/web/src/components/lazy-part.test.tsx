import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { button } from '../../test/screen.ts';
import { markModuleError } from '../platform/errors.ts';
import { lazyPart } from './lazy-part.tsx';

/** The error of a module that could not be loaded, marked as in `app/reload.ts`. */
function moduleError(): Error {
  const error = new TypeError('Failed to fetch dynamically imported module');
  markModuleError(error);
  return error;
}

const AWAY = 'The service can’t be reached. Check your connection and try again.';

it('keeps the rest of a page if a part cannot be loaded, and loads the part on retry', async () => {
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

import type { BulkReport } from '@agora/contract/shared/bulk';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { networkError } from '../../test/api-errors.ts';
import { renderPart } from '../../test/render.tsx';
import { button, expectToast } from '../../test/screen.ts';
import type { Locale } from '../platform/i18n.ts';
import { BulkButtons } from './bulk-buttons.tsx';
import { useBulk } from './use-bulk.tsx';

const SKIPPED: BulkReport['skipped'] = [
  { id: 'a', label: 'Ada', code: 'not_found' },
  { id: 'b', label: '', code: 'of_tomorrow' },
];

interface ActingProps {
  run: (action: string) => Promise<BulkReport>;
  refresh: () => Promise<void>;
  hrefOf?: (id: string) => string;
}

function Acting(props: ActingProps) {
  const [report, bulk] = useBulk<string, BulkReport>(props);
  return (
    <>
      <BulkButtons
        actions={['restore', 'delete']}
        labelOf={(action) => action}
        onRun={async (action) => void (await bulk(action))}
      />
      {report}
    </>
  );
}

function open(run: ActingProps['run'], more: Partial<ActingProps> = {}, locale: Locale = 'en') {
  const refresh = vi.fn<ActingProps['refresh']>(async () => undefined);
  return { refresh, ...renderPart(<Acting run={run} refresh={refresh} {...more} />, { locale }) };
}

it('reports the rows that a bulk action has skipped, with links and reasons', async () => {
  const run = vi.fn<ActingProps['run']>(async () => ({ count: 2, done: 1_200, skipped: SKIPPED }));
  const { user, refresh } = open(run, { hrefOf: (id) => `/members/${id}` });
  await user.click(await button('delete'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Result' }));
  expect(run).toHaveBeenCalledExactlyOnceWith('delete');
  expect(dialog.getByText('Done: 1,200')).toBeVisible();
  expect(dialog.getByText('Skipped: 2')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/members/a');
  const [known, unknown] = dialog.getAllByRole('listitem');
  expect(known).toHaveTextContent('Not Found');
  // A row without a name has been deleted: there is no page to link to.
  expect(unknown).toHaveTextContent(/Deleted since\s*of_tomorrow/);
  expect(refresh).toHaveBeenCalledOnce();
  await user.click(dialog.getAllByRole('button', { name: 'Close' })[1] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows no report when no row was skipped', async () => {
  const { user, refresh } = open(async () => ({ count: 2, done: 2, skipped: [] }));
  await user.click(await button('restore'));
  await waitFor(() => expect(refresh).toHaveBeenCalledOnce());
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows why a bulk action failed and still reloads the list', async () => {
  const { user, refresh } = open(() => Promise.reject(networkError()));
  await user.click(await button('restore'));
  await expectToast('Something went wrong!');
  expect(refresh).toHaveBeenCalledOnce();
});

it('runs one bulk action at a time', async () => {
  const { promise, resolve } = Promise.withResolvers<BulkReport>();
  const run = vi.fn<ActingProps['run']>(() => promise);
  const { user } = open(run);
  await user.click(await button('delete'));
  expect(await button('restore')).toBeDisabled();
  expect(await button('delete')).toBeDisabled();
  resolve({ count: 2, done: 1, skipped: [] });
  await waitFor(async () => expect(await button('restore')).toBeEnabled());
  expect(run).toHaveBeenCalledOnce();
});

it('reports in French on a French page', async () => {
  const { user } = open(async () => ({ count: 2, done: 1, skipped: SKIPPED }), {}, 'fr');
  await user.click(await button('delete'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Résultat' }));
  expect(dialog.getByText('Ignoré : 2')).toBeVisible();
  expect(dialog.getByText('Introuvable')).toBeVisible();
  expect(dialog.queryByRole('link')).toBeNull();
});

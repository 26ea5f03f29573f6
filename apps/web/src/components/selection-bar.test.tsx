import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { networkError } from '../../test/api-errors.ts';
import { ListPage, type ListPageProps } from '../../test/list-page.tsx';
import { renderPart } from '../../test/render.tsx';
import { button, expectToast } from '../../test/screen.ts';
import { applicableActions, type Selection } from './use-selection.ts';

const ROWS = ['A', 'B', 'C'].map((title) => ({ id: title, title }));

function openList(props: Partial<ListPageProps> = {}, path = '/list?kind=red') {
  const onArchive = vi.fn<NonNullable<ListPageProps['onArchive']>>();
  const load = async () => ({ data: ROWS, count: 3 });
  return {
    onArchive,
    ...renderPart(<ListPage load={load} onArchive={onArchive} {...props} />, { path }),
  };
}

/** A checkbox, once the rows can be selected. */
async function checkbox(name: string): Promise<HTMLElement> {
  const found = await screen.findByRole('checkbox', { name });
  await waitFor(() => expect(found).toBeEnabled());
  return found;
}
const box = (title: string) => checkbox(`Select ${title}`);
const page = () => checkbox('Select all rows of this page');
const many = async () => ({ data: ROWS, count: 1_200 });
const uncounted = async () => ({ data: ROWS, count: 10_001 });

it('passes the ids of the selected rows to an action, and clears the selection', async () => {
  const { user, onArchive } = openList();
  expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull();
  await user.click(await box('A'));
  await user.click(await box('C'));
  expect(await screen.findByText('2 selected')).toBeVisible();
  expect(await page()).toBePartiallyChecked();
  await user.click(await button('Archive'));
  expect(onArchive).toHaveBeenCalledExactlyOnceWith({ ids: ['A', 'C'] });
  await user.click(await box('C'));
  expect(await screen.findByText('1 selected')).toBeVisible();
  await user.click(await button('Clear the selection'));
  expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull();
  expect(await box('A')).not.toBeChecked();
});

it('selects and deselects all rows of the page by the checkbox in the header', async () => {
  const { user } = openList();
  await user.click(await page());
  expect(await screen.findByText('3 selected')).toBeVisible();
  expect(await page()).toBeChecked();
  await user.click(await page());
  expect(screen.queryByText('3 selected')).toBeNull();
});

it('offers to select all matching rows only once the whole page is selected', async () => {
  const { user } = openList({ load: many });
  await user.click(await box('A'));
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
  await user.click(await page());
  expect(await button('Select all 1,200 matching')).toBeVisible();
});

it('does not offer to select all matching rows if the page shows the whole list', async () => {
  const { user } = openList();
  await user.click(await page());
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
});

it('passes the filter and the expected count to an action on all matching rows', async () => {
  const { user, onArchive } = openList({ load: many }, '/list?kind=red&search=sky');
  await user.click(await page());
  await user.click(await button('Select all 1,200 matching'));
  expect(await screen.findByText('1,200 selected')).toBeVisible();
  await user.click(await button('Archive'));
  expect(onArchive.mock.lastCall).toEqual([
    { filter: { kind: 'red', search: 'sky', from: undefined, to: undefined }, expected_count: 1_200 },
  ]);
  // Deselecting one row ends the selection of all matching rows.
  await user.click(await box('B'));
  expect(await screen.findByText('2 selected')).toBeVisible();
});

it('counts all matching rows of a list with a capped count before it selects them', async () => {
  const { user, onArchive } = openList({ load: uncounted, countAll: async () => 123_456 });
  await user.click(await page());
  await user.click(await button('Select all matching'));
  expect(await screen.findByText('123,456 selected')).toBeVisible();
  await user.click(await button('Archive'));
  expect(onArchive.mock.lastCall).toEqual([expect.objectContaining({ expected_count: 123_456 })]);
});

it('keeps the selection when the matching rows cannot be counted', async () => {
  const { user } = openList({ load: uncounted, countAll: () => Promise.reject(networkError()) });
  await user.click(await page());
  await user.click(await button('Select all matching'));
  await expectToast('The service can’t be reached. Check your connection and try again.');
  expect(await screen.findByText('3 selected')).toBeVisible();
});

it('starts with an empty selection after another filter is chosen', async () => {
  const { user } = openList();
  await user.click(await box('A'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'blue');
  await waitFor(async () => expect(await box('A')).toBeEnabled());
  expect(await box('A')).not.toBeChecked();
  expect(screen.queryByText('1 selected')).toBeNull();
});

it('deselects a row that has left the page', async () => {
  const { queryClient } = await import('../platform/query-client.ts');
  const load = vi
    .fn<ListPageProps['load']>()
    .mockResolvedValueOnce({ data: ROWS, count: 3 })
    .mockResolvedValue({ data: ROWS.slice(1), count: 2 });
  const { user, onArchive } = openList({ load });
  await user.click(await box('A'));
  await user.click(await box('B'));
  await queryClient.invalidateQueries();
  expect(await screen.findByText('1 selected')).toBeVisible();
  await user.click(await button('Archive'));
  expect(onArchive).toHaveBeenCalledExactlyOnceWith({ ids: ['B'] });
});

const selectionOf = (ids: string[], isAll = false) => ({ ids: new Set(ids), isAll }) as unknown as Selection;
const fits = ({ id }: { id: string }) => (id === 'A' ? (['open'] as const) : (['close'] as const));
const actionsOn = (selection: Selection) =>
  applicableActions(['close', 'open', 'erase'], selection, ROWS, fits);

it('offers the actions that apply to at least one selected row', () => {
  expect(actionsOn(selectionOf(['A']))).toEqual(['open']);
  expect(actionsOn(selectionOf(['A', 'B']))).toEqual(['close', 'open']);
});

it('offers all actions if rows beyond the page are selected', () => {
  expect(actionsOn(selectionOf(['A'], true))).toEqual(['close', 'open', 'erase']);
});

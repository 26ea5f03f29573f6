import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { refusal } from '../../test/api-errors.ts';
import { ListPage, type ListPageProps, type Row } from '../../test/list-page.tsx';
import { renderPart } from '../../test/render.tsx';
import { button, expectProblem } from '../../test/screen.ts';
import { setTimeZones } from '../platform/dates.ts';

const rowsOf = (...titles: string[]): Row[] => titles.map((title) => ({ id: `id of ${title}`, title }));

/** As many rows as a page has, of a list with so many rows. */
const pageOf = (count: number, size = 25) => ({
  data: rowsOf(...Array.from({ length: Math.min(count, size) }, (_, index) => `Row ${index + 1}`)),
  count,
});

function openList(path = '/list', props: Partial<ListPageProps> = {}) {
  const load = vi.fn<ListPageProps['load']>(async () => pageOf(2));
  const opened = renderPart(<ListPage load={load} {...props} />, { path });
  return { load, ...opened };
}

const address = () => window.location.pathname + window.location.search;
const lastQuery = (load: ReturnType<typeof openList>['load']) => load.mock.lastCall?.[0];
const searchbox = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search rows' });
const kind = () => screen.getByRole('combobox', { name: 'Kind' });
const shown = () =>
  screen.queryAllByRole('button', { name: /^Open / }).map(({ textContent }) => textContent.slice(5));
const expectRows = (...titles: string[]) => waitFor(() => expect(shown()).toEqual(titles));
const goBack = () => act(() => window.history.back());

it('queries the rows as the address says', async () => {
  const path = '/list?page=3&size=10&sort=-title&search=sky&kind=blue&from=2026-01-02';
  const { load } = openList(path);
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  expect(lastQuery(load)).toEqual({
    search: 'sky',
    kind: 'blue',
    from: '2026-01-02',
    sort: '-title',
    skip: 20,
    limit: 10,
  });
  expect(searchbox()).toHaveValue('sky');
  expect(kind()).toHaveValue('blue');
});

it('ignores parameters of the address that the list does not know', async () => {
  const { load } = openList('/list?page=x&size=7&sort=owner&kind=green&from=2026-02-30');
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  expect(lastQuery(load)).toEqual({ sort: '-created_at', skip: 0, limit: 25 });
});

it('queries a long list by the row before the page, which only the link to the next page names', async () => {
  const load = vi.fn<ListPageProps['load']>(async () => pageOf(80));
  const { user } = openList('/list?page=2', { load, isLong: true });
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  expect(lastQuery(load)).toMatchObject({ skip: 25, limit: 25, count_up_to: 10_000 });
  const next = await screen.findByRole('link', { name: 'Next page' });
  expect(next).toHaveAttribute('href', '/list?page=3&after=id+of+Row+25');
  expect(screen.getByRole('link', { name: 'Page 3' })).toHaveAttribute(
    'href',
    next.getAttribute('href') ?? '',
  );
  expect(screen.getByRole('link', { name: 'Previous page' })).toHaveAttribute('href', '/list');
  expect(screen.getByRole('link', { name: 'Page 4' })).toHaveAttribute('href', '/list?page=4');
  await user.click(next);
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  expect(lastQuery(load)).toMatchObject({ after: 'id of Row 25', limit: 25 });
  expect(lastQuery(load)).not.toHaveProperty('skip');
});

it('searches once typing pauses, from the first page', async () => {
  const { load } = openList('/list?page=2&kind=blue');
  await expectRows('Row 1', 'Row 2');
  const entries = window.history.length;
  for (const value of [' blue', ' blue sky ']) fireEvent.change(searchbox(), { target: { value } });
  expect(load).toHaveBeenCalledOnce();
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  expect(lastQuery(load)).toMatchObject({ search: 'blue sky', kind: 'blue', skip: 0 });
  expect(address()).toBe('/list?kind=blue&search=blue+sky');
  expect(window.history).toHaveLength(entries);
  expect(searchbox()).toHaveValue(' blue sky ');
});

it('does not search for a single letter', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { load, user } = openList();
  await expectRows('Row 1', 'Row 2');
  await user.type(searchbox(), 'b');
  act(() => void vi.advanceTimersByTime(1_000));
  expect(address()).toBe('/list');
  await user.type(searchbox(), 'l');
  act(() => void vi.advanceTimersByTime(1_000));
  await waitFor(() => expect(lastQuery(load)).toMatchObject({ search: 'bl' }));
});

it('clears the search with its button, which focuses the field again', async () => {
  const { load, user } = openList('/list?search=sky&kind=red');
  await user.click(await button('Clear the search'));
  expect(searchbox()).toHaveFocus();
  await waitFor(() => expect(address()).toBe('/list?kind=red'));
  await waitFor(() => expect(lastQuery(load)).not.toHaveProperty('search'));
  expect(screen.queryByRole('button', { name: 'Clear the search' })).toBeNull();
});

it('searches for at most the 255 characters that the service takes', async () => {
  openList();
  await expectRows('Row 1', 'Row 2');
  expect(searchbox()).toHaveAttribute('maxlength', '255');
});

it('adds each filter to the history, so that the back button removes it', async () => {
  const { load, user } = openList('/list?page=3');
  await expectRows('Row 1', 'Row 2');
  await user.selectOptions(kind(), 'red');
  await waitFor(() => expect(lastQuery(load)).toMatchObject({ kind: 'red', skip: 0 }));
  expect(address()).toBe('/list?kind=red');
  goBack();
  await waitFor(() => expect(kind()).toHaveValue(''));
  expect(address()).toBe('/list?page=3');
});

it('follows the address when the back button changes it, in the search field, too', async () => {
  const { load, user } = openList('/list?search=first');
  await user.selectOptions(kind(), 'red');
  await user.clear(searchbox());
  await user.paste('second');
  await waitFor(() => expect(lastQuery(load)).toMatchObject({ search: 'second', kind: 'red' }));
  goBack();
  await waitFor(() => expect(searchbox()).toHaveValue('first'));
  expect(kind()).toHaveValue('');
});

it('offers all values of a filter and one for any of them', async () => {
  openList('/list?kind=red');
  await expectRows('Row 1', 'Row 2');
  expect(
    within(kind())
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['All kinds', 'red', 'blue']);
});

it('counts the filters in use, without the search, on the button that folds them on phones', async () => {
  const { user } = openList('/list?search=sky');
  const fold = await button('Filters');
  expect(fold).toHaveAttribute('aria-expanded', 'false');
  await user.selectOptions(kind(), 'red');
  expect(await button('Filters (1)')).toHaveAttribute('aria-expanded', 'false');
  await user.click(fold);
  expect(fold).toHaveAttribute('aria-expanded', 'true');
});

it('filters by a date once it is complete, and marks an impossible date when the field is left', async () => {
  const { load, user } = openList();
  await user.click(await button('More filters'));
  const from = await screen.findByRole('textbox', { name: 'From' });
  await user.type(from, '31/02/2020');
  expect(from).toBeValid();
  expect(address()).toBe('/list');
  await user.tab();
  await user.tab();
  await expectProblem(from, /^“From”: enter a valid date, such as \d{1,2} \w{3} \d{4}$/);
  expect(from).toHaveValue('31/02/2020');
  await user.clear(from);
  await user.type(from, '4/1/2020');
  expect(from).toBeValid();
  await waitFor(() => expect(lastQuery(load)).toMatchObject({ from: '2020-01-04' }));
  expect(lastQuery(load)).not.toHaveProperty('to');
  expect(address()).toBe('/list?from=2020-01-04');
  await user.tab();
  await user.tab();
  expect(from).toHaveValue('4 Jan 2020');
  await user.clear(from);
  await waitFor(() => expect(address()).toBe('/list'));
});

it('counts the date filters in use on their button, and names their time zone if it is not that of the reader', async () => {
  setTimeZones('Asia/Tokyo', 'Europe/Paris');
  const { user } = openList('/list?to=2026-01-02');
  expect(screen.queryByRole('textbox', { name: 'To' })).toBeNull();
  await user.click(await button('More filters (1)'));
  expect(await screen.findByRole('textbox', { name: 'To' })).toHaveValue('2 Jan 2026');
  expect(screen.getByText('Dates in Paris time')).toBeVisible();
  setTimeZones(null, 'Europe/Paris');
});

it('sorts by a column from its heading, and reverses the order there', async () => {
  const { load, user } = openList('/list?page=2&kind=red');
  const title = await screen.findByRole('columnheader', { name: 'Title' });
  expect(title).toHaveAttribute('aria-sort', 'none');
  await user.click(within(title).getByRole('button'));
  await waitFor(() => expect(lastQuery(load)).toMatchObject({ sort: 'title', kind: 'red', skip: 0 }));
  expect(screen.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending');
  expect(address()).toBe('/list?kind=red&sort=title');
  await user.click(within(screen.getByRole('columnheader', { name: 'Title' })).getByRole('button'));
  await waitFor(() => expect(lastQuery(load)).toMatchObject({ sort: '-title' }));
  expect(screen.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'descending');
});

it('offers no order for columns that the service does not sort', async () => {
  openList();
  await expectRows('Row 1', 'Row 2');
  expect(within(screen.getByRole('columnheader', { name: 'Actions' })).queryByRole('button')).toBeNull();
});

const range = () => screen.findByText(/\d of (more than )?[\d,]+$/);

it('shows the range of the rows, and links to the other pages', async () => {
  const load = async () => pageOf(1_234);
  openList('/list?page=2&kind=red', { load });
  expect(await range()).toHaveTextContent('26–50 of 1,234');
  const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
  expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  expect(pages.getByRole('link', { name: 'Page 1' })).toHaveAttribute('href', '/list?kind=red');
  expect(pages.getByRole('link', { name: 'Page 50' })).toHaveAttribute('href', '/list?page=50&kind=red');
  expect(pages.getByRole('link', { name: 'Previous page' })).toHaveAttribute('href', '/list?kind=red');
  expect(pages.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '/list?page=3&kind=red');
});

it('shows the range of the rows in French', async () => {
  const load = async () => pageOf(1_234);
  renderPart(<ListPage load={load} />, { path: '/list', locale: 'fr' });
  expect(await screen.findByText('1–25 sur 1 234')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Page suivante' })).toBeVisible();
});

it.each([
  [25, 0],
  [26, 1],
])('shows links to other pages for a list of %i rows: %i', async (count, navigations) => {
  openList('/list', { load: async () => pageOf(count) });
  expect(await range()).toHaveTextContent(`1–25 of ${count}`);
  expect(screen.queryAllByRole('navigation', { name: 'Pages' })).toHaveLength(navigations);
});

it('shows no link beyond the last page', async () => {
  openList('/list?page=2', { load: async () => ({ ...pageOf(3), count: 28 }) });
  expect(await range()).toHaveTextContent('26–28 of 28');
  expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Previous page' })).toBeVisible();
});

it('links to a next page while the pages of an uncounted list are full', async () => {
  openList('/list?page=400', { load: async () => pageOf(10_001), isLong: true });
  expect(await range()).toHaveTextContent('9,976–10,000 of more than 10,000');
  expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute(
    'href',
    '/list?page=401&after=id+of+Row+25',
  );
});

it('shows no next page after a page of an uncounted list that is not full', async () => {
  openList('/list?page=500', { load: async () => ({ ...pageOf(7), count: 10_001 }), isLong: true });
  expect(await range()).toHaveTextContent('12,476–12,482 of more than 10,000');
  expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
});

it('shows as many rows a page as chosen, from the first page', async () => {
  const { load, user } = openList('/list?page=2&kind=red', {});
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Per page' }), '100');
  await waitFor(() => expect(lastQuery(load)).toMatchObject({ skip: 0, limit: 100 }));
  expect(address()).toBe('/list?kind=red&size=100');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Per page' }), '25');
  await waitFor(() => expect(address()).toBe('/list?kind=red'));
});

it('keeps the rows, marked as busy, while the next page loads', async () => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<ListPageProps['load']>>>();
  const load = vi.fn<ListPageProps['load']>().mockResolvedValueOnce(pageOf(30)).mockReturnValue(promise);
  const { user } = openList('/list', { load });
  await user.click(await screen.findByRole('link', { name: 'Next page' }));
  await waitFor(() =>
    expect(screen.getByRole('table').closest('[data-stale]')).toHaveAttribute('aria-busy', 'true'),
  );
  expect(shown()).toContain('Row 1');
  expect(screen.getByRole('checkbox', { name: 'Select Row 1' })).toBeDisabled();
  await act(async () => resolve({ data: rowsOf('Last'), count: 26 }));
  await expectRows('Last');
  expect(screen.getByRole('table').closest('[data-stale]')).toBeNull();
  expect(screen.getByRole('checkbox', { name: 'Select Last' })).toBeEnabled();
});

it('opens the last page when all rows of the shown page have gone', async () => {
  const load = vi
    .fn<ListPageProps['load']>()
    .mockResolvedValueOnce({ data: rowsOf('Only'), count: 76 })
    .mockResolvedValueOnce({ data: [], count: 50 })
    .mockResolvedValue(pageOf(50));
  openList('/list?page=4&kind=red', { load });
  await expectRows('Only');
  const { queryClient } = await import('../platform/query-client.ts');
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(address()).toBe('/list?page=2&kind=red'));
  await waitFor(() => expect(lastQuery(load)).toMatchObject({ skip: 25, limit: 25 }));
});

it('queries a page by its number when the row before it has gone', async () => {
  const load = vi
    .fn<ListPageProps['load']>()
    .mockRejectedValueOnce(refusal(410, 'row_gone'))
    .mockResolvedValue(pageOf(80));
  openList('/list?page=2&after=gone', { load, isLong: true });
  await waitFor(() => expect(address()).toBe('/list?page=2'));
  await waitFor(() => expect(lastQuery(load)).toMatchObject({ skip: 25 }));
  expect(await range()).toHaveTextContent('26–50 of 80');
});

const NONE = async () => ({ data: [], count: 0 });

it('shows the text for an empty list when nothing narrows it', async () => {
  openList('/list', { load: NONE });
  expect(await screen.findByText('Nothing here yet')).toBeVisible();
  expect(screen.queryByText('Nothing matches')).toBeNull();
});

it('says that nothing matches, and clears all filters at once', async () => {
  const load = vi.fn<ListPageProps['load']>(NONE);
  const { user } = openList('/list?search=sky&kind=red&from=2026-01-02&sort=title&page=2', { load });
  expect(await screen.findByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  load.mockResolvedValue(pageOf(2));
  await user.click(await button('Clear the filters'));
  await expectRows('Row 1', 'Row 2');
  expect(address()).toBe('/list?sort=title');
  expect(searchbox()).toHaveValue('');
});

it('says that a page does not exist, and links to the first one', async () => {
  const { user } = openList('/list?page=9&kind=red', { load: async () => ({ data: [], count: 30 }) });
  expect(await screen.findByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Go to the first page' }));
  expect(address()).toBe('/list?kind=red');
});

it('says why a list could not be loaded, with the id of the request, and tries again', async () => {
  const load = vi
    .fn<ListPageProps['load']>()
    .mockRejectedValueOnce(refusal(409, 'odd'))
    .mockResolvedValue(pageOf(1));
  const { user } = openList('/list', { load });
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Refused: odd')).toBeVisible();
  expect(alert.getByText('Request r-1')).toBeVisible();
  expect(searchbox()).toBeVisible();
  await user.click(alert.getByRole('button', { name: 'Try again' }));
  await expectRows('Row 1');
  expect(screen.queryByRole('alert')).toBeNull();
});

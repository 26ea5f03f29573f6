import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { button } from '../../test/screen.ts';
import { useListState } from '../platform/list-state.ts';
import { actionsColumn, columnHelper, selectColumn } from './data-table.tsx';
import { ListTable } from './list-table.tsx';
import { useSelection } from './use-selection.ts';

interface Row {
  id: string;
  title: string;
  at: string;
}

const { accessor, columns, display } = columnHelper<Row>();
const columnsOf = () =>
  columns([
    selectColumn<Row>(({ title }) => title),
    accessor('title', { header: 'Title' }),
    display({ id: 'kind', header: 'Kind', cell: () => 'a kind' }),
    accessor('at', { header: 'Date', meta: { visibleFrom: 'xl' } }),
    actionsColumn<Row>(() => 'act'),
  ]);
const LIST = { parse: () => ({}), sorts: ['title', 'at'], defaultSort: 'title' };
const QUERY = {
  data: { body: { data: [{ id: '1', title: 'One', at: '2026-01-02' }], count: 1 } },
  isPlaceholderData: false,
  error: null,
  refetch: () => {},
};

function open(initial: string | null = null, path = '/') {
  const choose = vi.fn<(chosen: string | null) => void>();
  function Page() {
    const [chosen, setChosen] = useState(initial);
    choose.mockImplementation(setChosen);
    return (
      <ListTable
        list={useListState(LIST)}
        query={QUERY}
        toolbar={null}
        label="Rows"
        columns={columnsOf}
        selection={useSelection({ of: {}, rows: QUERY.data.body.data, count: 1 })}
        choice={{ chosen, choose }}
        empty={null}
      />
    );
  }
  return { choose, ...renderPart(<Page />, { path }) };
}

const heads = () =>
  screen
    .getAllByRole('columnheader', { hidden: true })
    .map(({ textContent }) => textContent)
    .filter((text) => text !== 'Actions' && !text.startsWith('Select'));

it('shows the column that orders the rows even where there is no room for it otherwise', () => {
  const { unmount } = open();
  expect(screen.queryByRole('columnheader', { name: 'Date' })).toBeNull();
  unmount();
  open(null, '/?sort=at');
  expect(screen.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'ascending');
  expect(screen.getByRole('cell', { name: '2026-01-02' })).toBeVisible();
});

async function openPicker(user: UserEvent) {
  await user.click(await button('Columns'));
  return within(await screen.findByRole('dialog', { name: 'Columns' }));
}

it('shows all columns until some are chosen, and never hides the first, the checkboxes and the actions', async () => {
  const { user, choose } = open();
  expect(heads()).toEqual(['Title', 'Kind', 'Date']);
  const picker = await openPicker(user);
  expect(picker.queryByRole('checkbox', { name: 'Title' })).toBeNull();
  await user.click(picker.getByRole('checkbox', { name: 'Kind' }));
  expect(choose).toHaveBeenLastCalledWith('at');
  await user.click(picker.getByRole('checkbox', { name: 'Date' }));
  expect(choose).toHaveBeenLastCalledWith('none');
  expect(heads()).toEqual(['Title']);
  expect(screen.getAllByRole('columnheader')).toHaveLength(3);
});

it('moves columns by buttons, which keep the focus at the end and say the new place', async () => {
  const { user, choose } = open();
  const picker = await openPicker(user);
  const up = picker.getByRole('button', { name: 'Move Date up' });
  up.focus();
  await user.keyboard('{Enter}');
  expect(choose).toHaveBeenLastCalledWith('at,kind');
  expect(heads()).toEqual(['Title', 'Date', 'Kind']);
  expect(picker.getByRole('status')).toHaveTextContent('Date: 1 of 2');
  expect(up).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(choose).toHaveBeenCalledOnce();
  await user.click(picker.getByRole('button', { name: 'Move Date down' }));
  expect(heads()).toEqual(['Title', 'Kind', 'Date']);
});

it('shows a chosen column at any width, offers hidden ones after those shown, and shows all again after a reset', async () => {
  const { user, choose } = open('at,unknown');
  expect(screen.getByRole('columnheader', { name: 'Date' })).toBeVisible();
  expect(heads()).toEqual(['Title', 'Date']);
  const picker = await openPicker(user);
  const boxes = picker.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked, labels }) => [labels?.[0]?.textContent, checked])).toEqual([
    ['Date', true],
    ['Kind', false],
  ]);
  await user.click(picker.getByRole('button', { name: 'Reset' }));
  expect(choose).toHaveBeenLastCalledWith(null);
  await waitFor(() => expect(heads()).toEqual(['Title', 'Kind', 'Date']));
  expect(picker.getByRole('button', { name: 'Reset' })).toBeDisabled();
});

it('shows all columns in their usual order on phones, whatever was chosen', () => {
  const media = window.matchMedia('all');
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(media, { matches: query === '(max-width: 47.99em)' }),
  );
  open('at');
  expect(heads()).toEqual(['Title', 'Kind', 'Date']);
});

import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { useListState } from '../platform/list-state.ts';
import { columnHelper } from './data-table.tsx';
import { ListTable } from './list-table.tsx';

const { accessor, columns } = columnHelper<{ id: string; title: string }>();
const titles = () => columns([accessor('title', { header: 'Title' })]);
const LIST = { parse: () => ({}), sorts: ['title'], defaultSort: 'title' };

function Titles({ rows }: { rows?: { id: string; title: string }[] }) {
  return (
    <ListTable
      list={useListState(LIST)}
      query={{
        data: rows && { body: { data: rows, count: rows.length } },
        isPlaceholderData: false,
        error: null,
        refetch: () => {},
      }}
      toolbar={null}
      label="Titles"
      columns={titles}
      empty={null}
    />
  );
}

it('shows and sorts rows without checkboxes where nothing can be selected', async () => {
  const { user } = renderPart(<Titles rows={[{ id: '1', title: 'One' }]} />, { path: '/' });
  const table = within(screen.getByRole('table', { name: 'Titles' }));
  expect(await table.findByRole('cell', { name: 'One' })).toBeVisible();
  await user.click(table.getByRole('button', { name: 'Title' }));
  expect(table.getByRole('columnheader')).toHaveAttribute('aria-sort', 'descending');
  expect(table.queryByRole('checkbox')).toBeNull();
});

it('has a placeholder of as many cells as columns while rows load', () => {
  renderPart(<Titles />, { path: '/' });
  const [, placeholder] = screen.getByRole('table').querySelectorAll('tr');
  expect(placeholder?.cells).toHaveLength(1);
});

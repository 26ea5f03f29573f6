import type { ListState } from '../platform/list-state.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { ListFrame, type ListFrameProps } from './list-frame.tsx';

type Taken = 'rows' | 'isStale' | 'sort' | 'onSort';

interface ListTableProps<Row extends object>
  extends Omit<ListFrameProps, 'table' | 'query'>,
    Omit<DataTableProps<Row>, Taken> {
  list: ListState<Record<string, string | undefined>>;
  query: Omit<ListFrameProps['query'], 'data'> & {
    data: { body: { data: readonly Row[]; count: number } } | undefined;
  };
}

/** A list whose rows are a table. */
export const ListTable = <Row extends { id: string }>({
  label,
  columns,
  selection,
  ...frame
}: ListTableProps<Row>) => (
  <ListFrame
    {...frame}
    table={
      <DataTable
        label={label}
        columns={columns}
        rows={frame.query.data?.body.data}
        isStale={frame.query.isPlaceholderData}
        sort={frame.list.sort}
        onSort={frame.list.setSort}
        selection={selection}
      />
    }
  />
);

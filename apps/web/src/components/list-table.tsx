import { getLocale } from '../platform/i18n.ts';
import type { ListState } from '../platform/list-state.ts';
import { ColumnPicker } from './column-picker.tsx';
import type { ColumnChoice } from './columns.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { ListFrame, type ListFrameProps } from './list-frame.tsx';

type Taken = 'rows' | 'isStale' | 'sort' | 'onSort' | 'chosen';

interface ListTableProps<Row extends object>
  extends Omit<ListFrameProps, 'table' | 'query' | 'aside'>,
    Omit<DataTableProps<Row>, Taken> {
  list: ListState<Record<string, string | undefined>>;
  /** Absent if the columns cannot be chosen. */
  choice?: ColumnChoice;
  query: Omit<ListFrameProps['query'], 'data'> & {
    data: { body: { data: readonly Row[]; count: number } } | undefined;
  };
}

/** A list whose rows are a table. */
export const ListTable = <Row extends { id: string }>({
  label,
  columns,
  choice,
  selection,
  ...frame
}: ListTableProps<Row>) => (
  <ListFrame
    {...frame}
    aside={choice && <ColumnPicker columns={columns(getLocale())} choice={choice} />}
    table={
      <DataTable
        label={label}
        columns={columns}
        chosen={choice?.chosen ?? null}
        rows={frame.query.data?.body.data}
        isStale={frame.query.isPlaceholderData}
        sort={frame.list.sort}
        onSort={frame.list.setSort}
        selection={selection}
      />
    }
  />
);

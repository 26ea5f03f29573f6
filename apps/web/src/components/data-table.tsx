import { Button, Skeleton, Table, type TableTdProps } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import {
  type ColumnHelper,
  createColumnHelper,
  FlexRender,
  functionalUpdate,
  type Header,
  metaHelper,
  type Row,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react';
import { type Locale, useLocale } from '../platform/i18n.ts';
import { useIsPhone } from '../platform/screen-width.ts';
import { Check } from './check.tsx';
import { chosenColumns } from './columns.ts';
import { t } from './components.texts.ts';
import classes from './data-table.module.css';
import type { Selection } from './use-selection.ts';

const features = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<Pick<TableTdProps, 'className' | 'visibleFrom'>>(),
});
type Features = typeof features;

/** Defines the columns of a table: `accessor` those that the API sorts by their id, `display` the others. */
export const columnHelper = <Data extends object>() => createColumnHelper<Features, Data>();

/** Content of a cell. Define it at the top of a module: a component made while rendering is mounted again each time. */
export interface CellProps<Data extends object> {
  row: Row<Features, Data>;
}

/** Class of a column whose cells a phone does not show, since the first cell says the same there. */
export const WIDE = classes.wide;

const SELECT = 'select';

/** Checkboxes of the rows, labelled with their names, and one for the page. */
export const selectColumn = <Data extends object>(nameOf: (row: Data) => string) =>
  columnHelper<Data>().display({
    id: SELECT,
    meta: { className: classes.check },
    header: ({ table }) => (
      <Check
        aria-label={t.selectPage}
        checked={table.getIsAllPageRowsSelected()}
        indeterminate={table.getIsSomePageRowsSelected() && !table.getIsAllPageRowsSelected()}
        disabled={!table.options.enableRowSelection}
        onChange={(event) => table.toggleAllPageRowsSelected(event.target.checked, { deselectAll: true })}
        words={<span className={classes.words}>{t.selectPage}</span>}
      />
    ),
    cell: ({ row }) => (
      <Check
        aria-label={t.selectRow(nameOf(row.original))}
        checked={row.getIsSelected()}
        disabled={!row.getCanSelect()}
        onChange={row.getToggleSelectedHandler()}
      />
    ),
  });

/** Buttons at the end of the rows. */
export const actionsColumn = <Data extends object>(cell: (props: CellProps<Data>) => ReactNode) =>
  columnHelper<Data>().display({
    id: 'actions',
    meta: { className: classes.actions },
    header: () => <span className="visually-hidden">{t.actions}</span>,
    cell,
  });

export interface DataTableProps<Data extends object> {
  label: string;
  /** A function of a module: its columns are made once for each language. */
  columns: (locale: Locale) => ReturnType<ColumnHelper<Features, Data>['columns']>;
  /** The chosen columns; null for all. Phones show all, in their usual order. */
  chosen?: string | null;
  /** Undefined during the first load. */
  rows: readonly Data[] | undefined;
  /** True while the rows are those of the previous list; they cannot be selected. */
  isStale: boolean;
  sort: string;
  onSort: (sort: string) => void;
  /** Absent if rows cannot be selected. */
  selection?: Selection | undefined;
}

/** Rows rendered first, enough to fill a phone: the other rows follow, since they take the longest to render. */
const FIRST_ROWS = 5;

/** Number of rows and placeholders until all rows are rendered: the smallest page size. */
const PLACEHOLDERS = 10;

/** A table with sorting and selection. On phones each row is a card. */
export function DataTable<Data extends { id: string }>({
  label,
  columns: makeColumns,
  chosen = null,
  rows: allRows,
  isStale,
  sort,
  onSort,
  selection,
}: DataTableProps<Data>) {
  const [limit, setLimit] = useState(0);
  useEffect(() => {
    startTransition(() => setLimit(limit === 0 ? FIRST_ROWS : Number.POSITIVE_INFINITY));
  }, [limit]);
  const rows = useMemo(() => allRows?.slice(0, limit) ?? [], [allRows, limit]);
  const isWhole = rows.length === allRows?.length;
  const locale = useLocale();
  const isPhone = useIsPhone();
  const isSelectable = selection !== undefined;
  const columns = useMemo(
    () =>
      chosenColumns(makeColumns(locale), isPhone ? null : chosen).filter(
        ({ id }) => isSelectable || id !== SELECT,
      ),
    [makeColumns, locale, chosen, isPhone, isSelectable],
  );
  const sorting = [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }];
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: ({ id }) => id,
    state: { rowSelection: selection?.rowSelection ?? {}, sorting },
    enableRowSelection: isWhole && !isStale,
    ...(selection && { onRowSelectionChange: selection.setRowSelection }),
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    sortDescFirst: false,
    onSortingChange: (updater) => {
      for (const { id, desc } of functionalUpdate(updater, sorting)) onSort(desc ? `-${id}` : id);
    },
  });
  return (
    <div className={classes.frame} aria-busy={!isWhole}>
      <Table className={classes.table} aria-label={label} highlightOnHover stickyHeader>
        <Table.Thead>
          {table.getHeaderGroups().map(({ id, headers }) => (
            <Table.Tr key={id}>
              {headers.map((header) => (
                <HeaderCell key={header.id} header={header} isPhone={isPhone} />
              ))}
            </Table.Tr>
          ))}
        </Table.Thead>
        <Table.Tbody>
          {table.getRowModel().rows.map((row) => (
            <BodyRow key={row.id} row={row} />
          ))}
          {!isWhole &&
            Array.from({ length: PLACEHOLDERS }, (_, index) => (
              <PlaceholderRow
                key={index}
                isSelectable={isSelectable}
                cells={columns.length - (isSelectable ? 1 : 0)}
              />
            )).slice(rows.length)}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;
const SORT_ICON = { asc: IconArrowUp, desc: IconArrowDown };

interface HeaderCellProps<Data extends object> {
  header: Header<Features, Data>;
  isPhone: boolean;
}

function HeaderCell<Data extends object>({ header, isPhone }: HeaderCellProps<Data>) {
  const { column } = header;
  const content = <FlexRender header={header} />;
  const sorted = column.getIsSorted();
  const { className, visibleFrom } = column.columnDef.meta ?? {};
  // The column that orders the rows is shown at any width. The head of a phone only sorts.
  const isAlwaysShown = sorted || (isPhone && column.getCanSort());
  const cell = { scope: 'col', className, ...(!isAlwaysShown && { visibleFrom }) };
  if (!column.getCanSort()) return <Table.Th {...cell}>{content}</Table.Th>;
  const Icon = sorted ? SORT_ICON[sorted] : IconArrowsSort;
  return (
    <Table.Th {...cell} aria-sort={sorted ? ARIA_SORT[sorted] : 'none'}>
      <Button
        variant="transparent"
        size="compact-sm"
        px={0}
        c={sorted ? 'var(--ink)' : 'dimmed'}
        fz="inherit"
        onClick={column.getToggleSortingHandler()}
      >
        {content}
        <Icon size={14} opacity={sorted ? 1 : 0.55} style={{ marginInlineStart: 6 }} aria-hidden />
      </Button>
    </Table.Th>
  );
}

const BodyRow = <Data extends object>({ row }: CellProps<Data>) => (
  <Table.Tr data-selected={row.getIsSelected() || undefined}>
    {row.getAllCells().map((cell) => {
      const { header, meta: { className, visibleFrom } = {} } = cell.column.columnDef;
      const from = cell.column.getIsSorted() ? undefined : visibleFrom;
      return (
        <Table.Td
          key={cell.id}
          data-label={typeof header === 'string' ? header : undefined}
          className={className}
          visibleFrom={from}
        >
          <FlexRender cell={cell} />
        </Table.Td>
      );
    })}
  </Table.Tr>
);

const PlaceholderRow = ({ isSelectable, cells }: { isSelectable: boolean; cells: number }) => (
  <Table.Tr aria-hidden>
    {isSelectable && (
      <Table.Td className={classes.check}>
        <Skeleton height={14} width={14} />
      </Table.Td>
    )}
    {Array.from({ length: cells }, (_, index) => (
      <Table.Td key={index}>
        <Skeleton height={14} width={index === 0 ? '80%' : '55%'} my={6} />
      </Table.Td>
    ))}
  </Table.Tr>
);

import { Button, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Check } from './check.tsx';
import { t } from './components.texts.ts';
import classes from './data-table.module.css';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Sort key of the API; without one the column is not sortable. */
  sortKey?: string;
  /** Sorts in descending order first, as dates do. */
  descendingFirst?: boolean;
  /** Hidden on phones and tablets for lack of room. */
  isSecondary?: boolean;
}

/** Mantine's class: hidden on phones and tablets. */
const SECONDARY = { className: 'mantine-visible-from-md' };

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined during the first load. */
  rows: readonly Row[] | undefined;
  /** Number of placeholder rows during the first load. */
  placeholders: number;
  /** True while the rows are those of the previous list; they cannot be selected. */
  isStale: boolean;
  sort: string;
  onSort: (sort: string) => void;
  /** Name of a row, for its checkbox. */
  nameOf: (row: Row) => string;
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  rowActions?: (row: Row) => ReactNode;
}

/** A table with sorting and selection. On phones each row is a card. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, columns, rows, placeholders, isStale, rowActions } = props;
  return (
    <div className={classes.frame} aria-busy={isStale || !rows}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th className={classes.check} scope="col">
              <SelectAll {...props} />
            </th>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} {...props} />
            ))}
            {rowActions && (
              <th scope="col">
                <span className="visually-hidden">{t.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody style={isStale ? { opacity: 0.6, transition: 'opacity 150ms 150ms' } : undefined}>
          {rows
            ? rows.map((row) => <BodyRow key={row.id} row={row} {...props} />)
            : Array.from({ length: placeholders }, (_, index) => (
                <PlaceholderRow key={index} cells={columns.length + (rowActions ? 1 : 0)} />
              ))}
        </tbody>
      </table>
    </div>
  );
}

function SelectAll<Row extends { id: string }>({ rows, isStale, selected, onSelect }: DataTableProps<Row>) {
  const ids = rows?.map(({ id }) => id) ?? [];
  const chosen = ids.filter((id) => selected.has(id)).length;
  const areAll = ids.length > 0 && chosen === ids.length;
  return (
    <Check
      aria-label={t.selectPage}
      checked={areAll}
      indeterminate={chosen > 0 && !areAll}
      disabled={isStale || ids.length === 0}
      onChange={() => onSelect(areAll ? new Set() : new Set(ids))}
    />
  );
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: { column: Column<Row> } & Pick<DataTableProps<Row>, 'sort' | 'onSort'>) {
  const { header, sortKey, descendingFirst, isSecondary } = column;
  const cell = { scope: 'col', ...(isSecondary && SECONDARY) };
  if (!sortKey) return <th {...cell}>{header}</th>;
  const isSorted = sort.replace(/^-/, '') === sortKey;
  const isDescending = isSorted && sort.startsWith('-');
  const Icon = isSorted ? (isDescending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  const goesDown = isSorted ? !isDescending : descendingFirst;
  return (
    <th {...cell} aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}>
      <Button
        variant="transparent"
        size="compact-sm"
        px={0}
        c={isSorted ? 'var(--ink)' : 'dimmed'}
        fz="inherit"
        onClick={() => onSort(goesDown ? `-${sortKey}` : sortKey)}
      >
        {header}
        <Icon size={14} opacity={isSorted ? 1 : 0.55} style={{ marginInlineStart: 6 }} aria-hidden />
      </Button>
    </th>
  );
}

function BodyRow<Row extends { id: string }>({
  row,
  columns,
  isStale,
  nameOf,
  selected,
  onSelect,
  rowActions,
}: DataTableProps<Row> & { row: Row }) {
  const isSelected = selected.has(row.id);
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(row.id)) next.add(row.id);
    onSelect(next);
  };
  return (
    <tr data-selected={isSelected || undefined}>
      <td className={classes.check}>
        <Check
          aria-label={t.selectRow(nameOf(row))}
          checked={isSelected}
          disabled={isStale}
          onChange={toggle}
        />
      </td>
      {columns.map(({ key, header, cell, isSecondary }) => (
        <td key={key} data-label={header} {...(isSecondary && SECONDARY)}>
          {cell(row)}
        </td>
      ))}
      {rowActions && <td className={classes.actions}>{rowActions(row)}</td>}
    </tr>
  );
}

const PlaceholderRow = ({ cells }: { cells: number }) => (
  <tr aria-hidden>
    <td className={classes.check}>
      <Skeleton height={14} width={14} />
    </td>
    {Array.from({ length: cells }, (_, index) => (
      <td key={index}>
        <Skeleton height={14} width={index === 0 ? '80%' : '55%'} my={6} />
      </td>
    ))}
  </tr>
);

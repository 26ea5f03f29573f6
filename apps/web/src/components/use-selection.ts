import type { OnChangeFn, RowSelectionState } from '@tanstack/react-table';
import { useState } from 'react';
import { isCountCapped } from '../platform/list-state.ts';

export interface Selection {
  /** The ids of the rows, as TanStack Table keeps them. */
  rowSelection: RowSelectionState;
  setRowSelection: OnChangeFn<RowSelectionState>;
  ids: ReadonlySet<string>;
  /** True if every row that matches the filter is selected, on this page or not. */
  isAll: boolean;
  /** Number of selected rows. */
  size: number;
  selectAll: () => Promise<void>;
  clear: () => void;
}

const NONE: RowSelectionState = {};

interface SelectionOptions {
  /** Query of the shown page; another query starts with an empty selection. */
  of: object;
  /** Rows of the page. A row that leaves the page is deselected, unless all matching rows are selected. */
  rows: readonly { id: string }[] | undefined;
  /** Number of matching rows, as counted by the list. */
  count: number;
  /** Counts all matches if `count` stopped at its limit. */
  countAll?: () => Promise<number>;
}

/** Selection of rows in a list. */
export function useSelection({ of: query, rows, count, countAll }: SelectionOptions): Selection {
  const of = JSON.stringify(query);
  const none = { of, rowSelection: NONE, isAll: false, counted: count };
  const [state, setState] = useState(none);
  const { rowSelection, isAll, counted } = state.of === of ? state : none;
  const isOnPage = (selected: string) => !rows || rows.some(({ id }) => id === selected);
  const ids = new Set(Object.keys(rowSelection).filter((id) => isAll || isOnPage(id)));
  const isCapped = isCountCapped(count) && countAll;
  return {
    rowSelection,
    setRowSelection: (next) =>
      setState({
        ...none,
        rowSelection: typeof next === 'function' ? next(rowSelection) : next,
      }),
    ids,
    isAll,
    size: !isAll ? ids.size : isCapped ? counted : count,
    selectAll: async () =>
      setState({ of, rowSelection, isAll: true, counted: isCapped ? await countAll() : count }),
    clear: () => setState(none),
  };
}

/**
 * The actions that apply to at least one selected row; all actions if rows beyond the page are selected,
 * whose state is unknown.
 */
export const applicableActions = <Action extends string, Row extends { id: string }>(
  actions: readonly Action[],
  { ids, isAll }: Selection,
  rows: readonly Row[] = [],
  actionsOn: (row: Row) => readonly Action[],
): Action[] => {
  const possible = new Set(rows.filter(({ id }) => ids.has(id)).flatMap(actionsOn));
  return actions.filter((action) => isAll || possible.has(action));
};

/** Target of a bulk call: row ids, or the filter and its expected number of matches. */
export const bulkTarget = <Filter>({ ids, isAll, size }: Selection, filter: Filter) =>
  isAll ? { filter, expected_count: size } : { ids: [...ids] };

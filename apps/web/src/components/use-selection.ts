import { useState } from 'react';
import { isUncounted } from '../platform/list-state.ts';

export interface Selection {
  ids: ReadonlySet<string>;
  /** True if every row that matches the filter is selected, on this page or not. */
  isAll: boolean;
  /** Number of selected rows. */
  size: number;
  select: (ids: ReadonlySet<string>) => void;
  selectAll: () => Promise<void>;
  clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

interface Selectable {
  /** Identifies the list: another list starts with an empty selection. */
  of: unknown;
  /** Rows that match, as counted by the list. */
  count: number;
  /** Counts all matches if `count` stopped at its limit. */
  countAll?: () => Promise<number>;
}

/** Selection of rows in a list. */
export function useSelection({ of: list, count, countAll }: Selectable): Selection {
  const of = JSON.stringify(list);
  const [state, setState] = useState({ of, ids: NONE, isAll: false, counted: count });
  const { ids, isAll, counted } = state.of === of ? state : { ids: NONE, isAll: false, counted: count };
  const isOpen = isUncounted(count) && countAll;
  return {
    ids,
    isAll,
    size: !isAll ? ids.size : isOpen ? counted : count,
    select: (ids) => setState({ of, ids, isAll: false, counted }),
    selectAll: async () => setState({ of, ids, isAll: true, counted: isOpen ? await countAll() : count }),
    clear: () => setState({ of, ids: NONE, isAll: false, counted }),
  };
}

/**
 * The actions that change any of the selected rows. All of them if rows beyond the page are selected, whose state is
 * not known.
 */
export const fitting = <Action extends string, Row extends { id: string }>(
  actions: readonly Action[],
  { ids, isAll }: Selection,
  rows: readonly Row[] = [],
  fits: (row: Row) => readonly Action[],
): Action[] => {
  const possible = new Set(rows.filter(({ id }) => ids.has(id)).flatMap(fits));
  return actions.filter((action) => isAll || possible.has(action));
};

/** Target of a bulk call: row ids, or the filter and its expected number of matches. */
export const bulkTarget = <Filter>({ ids, isAll, size }: Selection, filter: Filter) =>
  isAll ? { filter, expected_count: size } : { ids: [...ids] };

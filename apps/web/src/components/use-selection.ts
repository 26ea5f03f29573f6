import { useState } from 'react';
import { isUncounted } from '../platform/list-state.ts';

export interface Selection {
  ids: ReadonlySet<string>;
  /** Whether every row that the filter matches is meant, on this page or not. */
  isAll: boolean;
  /** How many rows are meant. */
  size: number;
  select: (ids: ReadonlySet<string>) => void;
  selectAll: () => Promise<void>;
  clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

interface Selectable {
  /** Which list it is: another one starts with nothing selected. */
  of: unknown;
  /** Rows that the list finds. */
  count: number;
  /** Counts them to the end, where `count` stopped before. */
  countAll?: () => Promise<number>;
}

/** Which rows are selected. */
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

/** What a bulk call is about: the rows by id, or the filter and how many it is believed to match. */
export const bulkTarget = <Filter>({ ids, isAll, size }: Selection, filter: Filter) =>
  isAll ? { filter, expected_count: size } : { ids: [...ids] };

import { useState } from 'react';

export interface Selection {
  ids: ReadonlySet<string>;
  /** Whether every row that the filter matches is meant, on this page or not. */
  isAll: boolean;
  select: (ids: ReadonlySet<string>) => void;
  selectAll: () => void;
  clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Which rows are selected. Another list, `of`, starts with none. */
export function useSelection(of: string): Selection {
  const [state, setState] = useState({ of, ids: NONE, isAll: false });
  const { ids, isAll } = state.of === of ? state : { ids: NONE, isAll: false };
  return {
    ids,
    isAll,
    select: (ids) => setState({ of, ids, isAll: false }),
    selectAll: () => setState({ of, ids, isAll: true }),
    clear: () => setState({ of, ids: NONE, isAll: false }),
  };
}

/** What a bulk call is about: the rows by id, or the filter and how many it is believed to match. */
export const bulkTarget = <Filter>({ ids, isAll }: Selection, filter: Filter, count: number) =>
  isAll ? { filter, expected_count: count } : { ids: [...ids] };

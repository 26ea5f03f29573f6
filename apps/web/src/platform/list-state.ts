import { COLUMN_CHOICE } from '@agora/contract/features/accounts/accounts.preferences.rules';
import { isCivilDate } from '@agora/contract/shared/civil-date';
import { SEARCH_MAX } from '@agora/contract/shared/limits';
import { UUID } from '@agora/contract/shared/uuid';
import { useLocation, useSearchParams } from 'react-router';

export const PAGE_SIZES = [10, 25, 50, 100] as const;
const DEFAULT_SIZE = 25;

/** Maximum number of rows that a long list counts. */
export const COUNT_MAX = 10_000;

/** True if the count only means that there are more than `COUNT_MAX` rows. */
export const isCountCapped = (count: number): boolean => count === COUNT_MAX + 1;

type Filters = Record<string, string | undefined>;

export interface ListSpec<F extends Filters> {
  /** Parses the filters of an address; ignores unknown values. */
  parse: (params: URLSearchParams) => F;
  sorts: readonly string[];
  defaultSort: string;
  /** True if the list may have a million rows: its pages are requested by `longPage`. */
  isLong?: boolean;
}

/** State of a list as stored in the address. */
export interface ListAddress<F extends Filters> {
  page: number;
  size: number;
  sort: string;
  filters: F;
  skip: number;
  /** Id of the row before this page, if the link from the previous page gave it. */
  after: string | undefined;
  longPage: { skip?: number; after?: string; limit: number; count_up_to: number };
}

export interface ListState<F extends Filters> extends ListAddress<F> {
  isLong: boolean;
  /** True if any filter narrows the list. */
  isFiltered: boolean;
  /** Changes filters and returns to the first page. Typing replaces the history entry, choosing adds one. */
  setFilters: (patch: Partial<F>, options?: { replace?: boolean }) => void;
  clearFilters: () => void;
  /** Shows another page and replaces the history entry. */
  setPage: (page: number) => void;
  setSize: (size: number) => void;
  setSort: (sort: string) => void;
  /** Address of another page, for a real link; `after` is the row before that page. */
  hrefOfPage: (page: number, after?: string) => string;
}

/** Parameters of an address that are no filters: the tab of the page, and the columns. */
const OTHERS = ['columns', 'tab', 'view'];

/**
 * What a saved view keeps of an address: filters, order, columns and the tab of the page, sorted by name. Leaves out the
 * page, and whatever the list does not know.
 */
export function savedPart<F extends Filters>(
  { parse, sorts }: Pick<ListSpec<F>, 'parse' | 'sorts'>,
  params: URLSearchParams,
): string {
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries(parse(params))) if (value !== undefined) kept.set(name, value);
  for (const name of OTHERS) if (params.get(name)) kept.set(name, params.get(name) ?? '');
  const sort = params.get('sort') ?? '';
  if (sorts.includes(sort.replace(/^-/, ''))) kept.set('sort', sort);
  kept.sort();
  return kept.toString();
}

/** The columns that the address says, and a function that changes them. Keeps the history state. */
export function useAddressColumns(): [columns: string | undefined, set: (columns: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const columns = params.get('columns') ?? '';
  return [
    COLUMN_CHOICE.test(columns) ? columns : undefined,
    (next) =>
      setParams(withParams(new URLSearchParams(window.location.search), { columns: next ?? undefined }), {
        replace: true,
        state,
      }),
  ];
}

export function readList<F extends Filters>(
  params: URLSearchParams,
  { parse, sorts, defaultSort }: ListSpec<F>,
): ListAddress<F> {
  const page = parsePage(params.get('page')) ?? 1;
  const size = PAGE_SIZES.find((size) => size === Number(params.get('size'))) ?? DEFAULT_SIZE;
  const requested = params.get('sort') ?? '';
  const sort = sorts.includes(requested.replace(/^-/, '')) ? requested : defaultSort;
  const skip = (page - 1) * size;
  const after = page > 1 ? (params.get('after') ?? undefined) : undefined;
  const longPage = { ...(after === undefined ? { skip } : { after }), limit: size, count_up_to: COUNT_MAX };
  return { page, size, sort, filters: parse(params), skip, after, longPage };
}

/**
 * State of a list, stored in the address, so that it survives reloading, going back and sharing. Keeps the
 * history state.
 */
export function useListState<F extends Filters>(spec: ListSpec<F>): ListState<F> {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const { isLong = false, defaultSort } = spec;
  const address = readList(params, spec);
  const { filters } = address;

  // Reads the current address: a change made just before may not be rendered yet.
  const change = (patch: Filters, replace = false) =>
    setParams(withParams(new URLSearchParams(window.location.search), { ...patch, after: undefined }), {
      replace,
      state,
    });

  return {
    ...address,
    isLong,
    isFiltered: Object.values(filters).some((value) => value !== undefined),
    setFilters: (patch, { replace = false } = {}) => change({ ...patch, page: undefined }, replace),
    clearFilters: () =>
      change({
        ...Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])),
        page: undefined,
      }),
    setPage: (next) => change({ page: next === 1 ? undefined : String(next) }, true),
    setSize: (next) => change({ size: next === DEFAULT_SIZE ? undefined : String(next), page: undefined }),
    setSort: (next) => change({ sort: next === defaultSort ? undefined : next, page: undefined }),
    hrefOfPage: (next, after) =>
      `?${withParams(params, { page: next === 1 ? undefined : String(next), after }).toString()}`,
  };
}

function withParams(params: URLSearchParams, patch: Filters): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(patch))
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  return next;
}

/** Parses a positive integer that the API can skip to; otherwise returns undefined. */
function parsePage(value: string | null): number | undefined {
  const number = /^\d{1,7}$/.test(value ?? '') ? Number(value) : 0;
  return number >= 1 ? number : undefined;
}

/** The value if it is one of the allowed values. */
export const oneOf = <const Value extends string>(
  params: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | undefined => values.find((value) => value === params.get(name));

/** A civil date, or undefined. */
export function dateParam(params: URLSearchParams, name: string): string | undefined {
  const value = params.get(name) ?? '';
  return isCivilDate(value) ? value : undefined;
}

/** A UUID, or undefined. */
export function uuidParam(params: URLSearchParams, name: string): string | undefined {
  const value = params.get(name) ?? '';
  return UUID.test(value) ? value : undefined;
}

export const textParam = (params: URLSearchParams, name: string): string | undefined =>
  params.get(name)?.trim().slice(0, SEARCH_MAX) || undefined;

/** Search text of the list in the address. */
export const useSearchText = (): string | undefined => textParam(useSearchParams()[0], 'search');

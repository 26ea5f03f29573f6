import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { actionsColumn, columnHelper, selectColumn } from '../src/components/data-table.tsx';
import { DateFilters } from '../src/components/date-filters.tsx';
import { FilterSelect } from '../src/components/filter-select.tsx';
import { ListTable } from '../src/components/list-table.tsx';
import { SearchBox } from '../src/components/search-box.tsx';
import { SelectionBar } from '../src/components/selection-bar.tsx';
import { bulkTarget, useSelection } from '../src/components/use-selection.ts';
import { dateParam, oneOf, textParam, useListState } from '../src/platform/list-state.ts';

export interface Row {
  id: string;
  title: string;
}

const KINDS = ['red', 'blue'] as const;

const LIST = {
  parse: (params: URLSearchParams) => ({
    search: textParam(params, 'search'),
    kind: oneOf(params, 'kind', KINDS),
    from: dateParam(params, 'from'),
    to: dateParam(params, 'to'),
  }),
  sorts: ['title', 'created_at'],
  defaultSort: '-created_at',
};

const { accessor, columns } = columnHelper<Row>();
const columnsOf = () =>
  columns([
    selectColumn<Row>(({ title }) => title),
    accessor('title', { header: 'Title' }),
    actionsColumn<Row>(({ row }) => <button type="button">{`Open ${row.original.title}`}</button>),
  ]);

export interface ListPageProps {
  /** Reads a page of rows. */
  load: (query: object) => Promise<{ data: Row[]; count: number }>;
  isLong?: boolean;
  countAll?: () => Promise<number>;
  onArchive?: (target: object) => void;
}

/** A list that is built like those of the product. */
export function ListPage({ load, isLong = false, countAll, onArchive }: ListPageProps) {
  const list = useListState({ ...LIST, isLong });
  const { filters, skip, size, sort, longPage, setFilters } = list;
  const query = { ...filters, sort, ...(isLong ? longPage : { skip, limit: size }) };
  const result = useQuery({
    queryKey: ['rows', query],
    queryFn: async () => ({ body: await load(JSON.parse(JSON.stringify(query)) as object) }),
    placeholderData: keepPreviousData,
  });
  const rows = result.data?.body.data;
  const count = result.data?.body.count ?? 0;
  const selection = useSelection({ of: query, rows, count, ...(countAll && { countAll }) });
  return (
    <ListTable
      list={list}
      query={result}
      toolbar={
        <>
          <SearchBox label="Search rows" filters={filters} onChange={setFilters} />
          <FilterSelect
            label="Kind"
            anyLabel="All kinds"
            values={KINDS}
            labelOf={(kind) => kind}
            value={filters.kind}
            onChange={(kind) => setFilters({ kind })}
          />
          <DateFilters
            label="More filters"
            names={{ from: 'From', to: 'To' }}
            filters={filters}
            onChange={setFilters}
          />
        </>
      }
      selectionBar={
        <SelectionBar selection={selection} shown={rows?.length ?? 0} count={count}>
          <button type="button" onClick={() => onArchive?.(bulkTarget(selection, filters))}>
            Archive
          </button>
        </SelectionBar>
      }
      label="Rows"
      columns={columnsOf}
      selection={selection}
      empty={<p>Nothing here yet</p>}
    />
  );
}

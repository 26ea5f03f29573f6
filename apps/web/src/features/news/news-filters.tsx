import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { LOCALES } from '@agora/contract/shared/locales';
import { DateFields } from '../../components/date-filters.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { MoreFilters } from '../../components/more-filters.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { getLocale } from '../../platform/i18n.ts';
import type { ListState } from '../../platform/list-state.ts';
import { type NewsFilters as FilterValues, PINNED, STATUSES } from './news.list.ts';
import { useAuthors, useCategories } from './news.queries.ts';
import { t } from './news.texts.ts';

/** Filters that are hidden at first. */
const MORE = ['author_id', 'pinned', 'from', 'to'] as const;

interface NewsFiltersProps {
  list: ListState<FilterValues>;
  isTrash: boolean;
}

export function NewsFilters({ list: { filters, setFilters }, isTrash }: NewsFiltersProps) {
  const categories = useCategories().data?.body.data ?? [];
  const names = new Map(categories.map((category) => [category.id, category.names[getLocale()]]));
  return (
    <>
      <SearchBox label={t.search} filters={filters} onChange={setFilters} />
      {!isTrash && (
        <FilterSelect
          label={t.status}
          anyLabel={t.anyStatus}
          values={STATUSES}
          labelOf={(status) => t[status]}
          value={filters.status}
          onChange={(status) => setFilters({ status })}
        />
      )}
      <FilterSelect
        label={t.missing}
        anyLabel={t.anyMissing}
        values={LOCALES}
        labelOf={t.missingOf}
        value={filters.missing}
        onChange={(missing) => setFilters({ missing })}
      />
      <FilterSelect
        label={t.category}
        anyLabel={t.anyCategory}
        values={[...names.keys()]}
        labelOf={(id) => names.get(id) ?? ''}
        value={filters.category_id}
        onChange={(category_id) => setFilters({ category_id })}
      />
      <MoreFilters label={t.moreFilters} used={MORE.filter((name) => filters[name] !== undefined).length}>
        <OtherFilters filters={filters} setFilters={setFilters} />
      </MoreFilters>
    </>
  );
}

function OtherFilters({ filters, setFilters }: Pick<ListState<FilterValues>, 'filters' | 'setFilters'>) {
  const authors = useAuthors().data?.body.data ?? [];
  const names = new Map(authors.map((author) => [author.id, nameOf(author) ?? '']));
  return (
    <>
      <FilterSelect
        label={t.author}
        anyLabel={t.anyAuthor}
        values={[...names.keys()]}
        labelOf={(id) => names.get(id) ?? ''}
        value={filters.author_id}
        onChange={(author_id) => setFilters({ author_id })}
      />
      <FilterSelect
        label={t.onTop}
        anyLabel={t.pinnedOrNot}
        values={PINNED}
        labelOf={() => t.pinned}
        value={filters.pinned}
        onChange={(pinned) => setFilters({ pinned })}
      />
      <DateFields names={{ from: t.from, to: t.to }} filters={filters} onChange={setFilters} />
    </>
  );
}

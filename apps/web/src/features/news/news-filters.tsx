import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { DateField } from '../../components/date-field.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Select } from '../../components/select.tsx';
import { getLocale, LOCALES } from '../../platform/i18n.ts';
import { dateParam, type ListState, oneOf, textParam, uuidParam } from '../../platform/list-state.ts';
import classes from './news.module.css';
import { useAuthors, useCategories } from './news.queries.ts';
import { t } from './news.texts.ts';
import { nameOf } from './news-status.tsx';

const STATUSES = ['draft', 'scheduled', 'published', 'archived'] as const;

export const parseNewsFilters = (params: URLSearchParams) => ({
  search: textParam(params, 'search'),
  status: oneOf(params, 'status', STATUSES),
  missing: oneOf(params, 'missing', LOCALES),
  category_id: uuidParam(params, 'category_id'),
  author_id: uuidParam(params, 'author_id'),
  pinned: oneOf(params, 'pinned', ['true']),
  from: dateParam(params, 'from'),
  to: dateParam(params, 'to'),
});

type Filters = ReturnType<typeof parseNewsFilters>;
/** Those that are out of sight at first. */
const MORE = ['author_id', 'pinned', 'from', 'to'] as const;

interface NewsFiltersProps {
  list: ListState<Filters>;
  isTrash: boolean;
}

export function NewsFilters({ list: { filters, setFilters }, isTrash }: NewsFiltersProps) {
  const categories = useCategories().data?.body.data ?? [];
  const hasMore = MORE.some((name) => filters[name] !== undefined);
  const [isOpen, setOpen] = useState(hasMore);
  const isMoreShown = isOpen || hasMore;
  return (
    <>
      <SearchBox
        label={t.search}
        value={filters.search}
        onSearch={(search) => setFilters({ search }, { replace: true })}
      />
      {!isTrash && (
        <Select
          aria-label={t.status}
          value={filters.status ?? ''}
          onChange={(status) => setFilters({ status: status || undefined })}
          options={[
            { value: '', label: t.anyStatus },
            ...STATUSES.map((value) => ({ value, label: t[value] })),
          ]}
        />
      )}
      <Select
        aria-label={t.missing}
        value={filters.missing ?? ''}
        onChange={(missing) => setFilters({ missing: missing || undefined })}
        options={[
          { value: '', label: t.anyMissing },
          ...LOCALES.map((value) => ({ value, label: t.missingOf(value) })),
        ]}
      />
      <Select
        aria-label={t.category}
        value={filters.category_id ?? ''}
        onChange={(category_id) => setFilters({ category_id: category_id || undefined })}
        options={[
          { value: '', label: t.anyCategory },
          ...categories.map(({ id, names }) => ({ value: id, label: names[getLocale()] })),
        ]}
      />
      <Button
        variant="subtle"
        color="gray"
        aria-expanded={isMoreShown}
        leftSection={<IconAdjustmentsHorizontal size={17} aria-hidden />}
        onClick={() => setOpen(!isMoreShown)}
      >
        {t.moreFilters}
      </Button>
      {isMoreShown && <MoreFilters filters={filters} setFilters={setFilters} />}
    </>
  );
}

function MoreFilters({ filters, setFilters }: Pick<ListState<Filters>, 'filters' | 'setFilters'>) {
  const authors = useAuthors().data?.body.data ?? [];
  return (
    <div className={classes.more}>
      <Select
        label={t.author}
        value={filters.author_id ?? ''}
        onChange={(author_id) => setFilters({ author_id: author_id || undefined })}
        options={[
          { value: '', label: t.anyAuthor },
          ...authors.map((author) => ({ value: author.id, label: nameOf(author) ?? '' })),
        ]}
      />
      <Select
        label={t.onTop}
        value={filters.pinned ?? ''}
        onChange={(pinned) => setFilters({ pinned: pinned || undefined })}
        options={[
          { value: '', label: t.pinnedOrNot },
          { value: 'true', label: t.pinned },
        ]}
      />
      {(['from', 'to'] as const).map((name) => (
        <DateField
          key={name}
          label={t[name]}
          value={filters[name]}
          onChange={(value) => setFilters({ [name]: value })}
        />
      ))}
    </div>
  );
}

import type { UserStatus } from '@agora/contract/features/users/users.contract';
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { DateField } from '../../components/date-field.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Select } from '../../components/select.tsx';
import { LOCALES } from '../../platform/i18n.ts';
import { dateParam, type ListState, oneOf, textParam } from '../../platform/list-state.ts';
import classes from './users.module.css';
import { t } from './users.texts.ts';

const STATUSES = ['active', 'invited', 'deactivated', 'deleted'] as const satisfies readonly UserStatus[];
const DATES = { created_from: 'createdFrom', created_to: 'createdTo', unseen_since: 'unseenSince' } as const;
type DateFilter = keyof typeof DATES;

export const parseUserFilters = (params: URLSearchParams) => ({
  search: textParam(params, 'search'),
  status: oneOf(params, 'status', STATUSES),
  locale: oneOf(params, 'locale', LOCALES),
  created_from: dateParam(params, 'created_from'),
  created_to: dateParam(params, 'created_to'),
  unseen_since: dateParam(params, 'unseen_since'),
});

type Filters = ReturnType<typeof parseUserFilters>;

export function UserFilters({ list: { filters, setFilters } }: { list: ListState<Filters> }) {
  const hasDates = Object.keys(DATES).some((name) => filters[name as DateFilter] !== undefined);
  const [isOpen, setOpen] = useState(hasDates);
  const areDatesShown = isOpen || hasDates;
  return (
    <>
      <SearchBox
        label={t.search}
        value={filters.search}
        onSearch={(search) => setFilters({ search }, { replace: true })}
      />
      <Select
        aria-label={t.status}
        value={filters.status ?? ''}
        onChange={(status) => setFilters({ status: status || undefined })}
        options={[
          { value: '', label: t.anyStatus },
          ...STATUSES.map((value) => ({ value, label: t[value] })),
        ]}
      />
      <Select
        aria-label={t.language}
        value={filters.locale ?? ''}
        onChange={(locale) => setFilters({ locale: locale || undefined })}
        options={[
          { value: '', label: t.anyLanguage },
          ...LOCALES.map((value) => ({ value, label: t[value] })),
        ]}
      />
      <Button
        variant="subtle"
        color="gray"
        aria-expanded={areDatesShown}
        leftSection={<IconAdjustmentsHorizontal size={17} aria-hidden />}
        onClick={() => setOpen(!areDatesShown)}
      >
        {t.moreFilters}
      </Button>
      {areDatesShown && (
        <div className={classes.dates}>
          {(Object.keys(DATES) as DateFilter[]).map((name) => (
            <DateField
              key={name}
              label={t[DATES[name]]}
              value={filters[name]}
              onChange={(value) => setFilters({ [name]: value })}
            />
          ))}
        </div>
      )}
    </>
  );
}

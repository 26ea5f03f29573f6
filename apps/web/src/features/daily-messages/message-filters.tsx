import { contract } from 'virtual:contract';
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { DateField } from '../../components/date-field.tsx';
import { ExportButton } from '../../components/export-button.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Select } from '../../components/select.tsx';
import { LOCALES } from '../../platform/i18n.ts';
import { dateParam, type ListState, oneOf, textParam } from '../../platform/list-state.ts';
import classes from './daily-messages.module.css';
import { t } from './daily-messages.texts.ts';

const STATUSES = ['ready', 'draft'] as const;
const PLACES = ['planned', 'reserve'] as const;

export const parseMessageFilters = (params: URLSearchParams) => ({
  search: textParam(params, 'search'),
  status: oneOf(params, 'status', STATUSES),
  missing: oneOf(params, 'missing', LOCALES),
  place: oneOf(params, 'place', PLACES),
  from: dateParam(params, 'from'),
  to: dateParam(params, 'to'),
});

interface MessageFiltersProps {
  list: ListState<ReturnType<typeof parseMessageFilters>>;
  view: 'list' | 'reserve' | 'trash';
  /** Of the export. */
  query: Record<string, unknown>;
}

export function MessageFilters({ list: { filters, setFilters }, view, query }: MessageFiltersProps) {
  const hasDates = filters.from !== undefined || filters.to !== undefined;
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
        aria-label={t.missing}
        value={filters.missing ?? ''}
        onChange={(missing) => setFilters({ missing: missing || undefined })}
        options={[
          { value: '', label: t.anyMissing },
          ...LOCALES.map((value) => ({ value, label: t.missingOf(value) })),
        ]}
      />
      {view === 'list' && (
        <>
          <Select
            aria-label={t.place}
            value={filters.place ?? ''}
            onChange={(place) => setFilters({ place: place || undefined })}
            options={[
              { value: '', label: t.anyPlace },
              ...PLACES.map((value) => ({ value, label: t[value] })),
            ]}
          />
          <Button
            variant="subtle"
            color="gray"
            aria-expanded={areDatesShown}
            leftSection={<IconAdjustmentsHorizontal size={17} aria-hidden />}
            onClick={() => setOpen(!areDatesShown)}
          >
            {t.dates}
          </Button>
        </>
      )}
      {view !== 'trash' && (
        <div className={classes.export}>
          <ExportButton
            path={contract.dailyMessages.exportDailyMessages.path}
            query={query}
            fileName={`${t.exportFile}.csv`}
          />
        </div>
      )}
      {view === 'list' && areDatesShown && (
        <div className={classes.dates}>
          {(['from', 'to'] as const).map((name) => (
            <DateField
              key={name}
              label={t[name]}
              value={filters[name]}
              onChange={(value) => setFilters({ [name]: value })}
            />
          ))}
        </div>
      )}
    </>
  );
}

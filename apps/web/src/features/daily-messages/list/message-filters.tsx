import { LOCALES } from '@agora/contract/shared/locales';
import { Box } from '@mantine/core';
import { DateFields } from '../../../components/date-filters.tsx';
import { ExportButton, type ExportButtonProps } from '../../../components/export-button.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { MoreFilters } from '../../../components/more-filters.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import type { ListState } from '../../../platform/list-state.ts';
import { t } from '../daily-messages.texts.ts';
import { type MessagesViewName, PLACES, type parseMessageFilters, STATUSES } from './message-list.ts';

interface MessageFiltersProps {
  list: ListState<ReturnType<typeof parseMessageFilters>>;
  view: MessagesViewName;
  exported: ExportButtonProps;
}

export const MessageFilters = ({ list: { filters, setFilters }, view, exported }: MessageFiltersProps) => (
  <>
    <SearchBox label={t.search} filters={filters} onChange={setFilters} />
    <FilterSelect
      label={t.status}
      anyLabel={t.anyStatus}
      values={STATUSES}
      labelOf={(status) => t[status]}
      value={filters.status}
      onChange={(status) => setFilters({ status })}
    />
    <FilterSelect
      label={t.missing}
      anyLabel={t.anyMissing}
      values={LOCALES}
      labelOf={t.missingOf}
      value={filters.missing}
      onChange={(missing) => setFilters({ missing })}
    />
    {view === 'list' && (
      <MoreFilters
        label={t.moreFilters}
        used={(['place', 'from', 'to'] as const).filter((name) => filters[name] !== undefined).length}
      >
        <FilterSelect
          label={t.place}
          anyLabel={t.anyPlace}
          values={PLACES}
          labelOf={(place) => t[place]}
          value={filters.place}
          onChange={(place) => setFilters({ place })}
        />
        <DateFields
          areCivilDates
          names={{ from: t.from, to: t.to }}
          filters={filters}
          onChange={setFilters}
        />
      </MoreFilters>
    )}
    {view !== 'trash' && (
      <Box ms="auto">
        <ExportButton {...exported} />
      </Box>
    )}
  </>
);

import { Group, Text } from '@mantine/core';
import { formatDay, formatDays, organizationZoneName } from '../platform/dates.ts';
import { DateFilter } from './date-filter.tsx';
import { t } from './date-filters.texts.ts';
import { MoreFilters } from './more-filters.tsx';

/** `12–14 nov.`, with the year unless it is the current one; empty without a period. */
export function periodText({ from, to }: { from: string | undefined; to: string | undefined }): string {
  const year = `${new Date().getFullYear()}-`;
  const isThisYear = [from, to].every((day) => !day || day.startsWith(year));
  const options: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  };
  if (from && to) return formatDays(from, to, options);
  return from ? t.since(formatDay(from, options)) : to ? t.until(formatDay(to, options)) : '';
}

interface DateFieldsProps<Name extends string> {
  /** True if the filters compare civil dates, which have no time zone. */
  areCivilDates?: boolean;
  /** Labels by filter. */
  names: Record<Name, string>;
  filters: NoInfer<Record<Name, string | undefined>>;
  onChange: (patch: NoInfer<Partial<Record<Name, string | undefined>>>) => void;
}

/** Date filters, side by side, in the popover of other filters. */
export const DateFields = <Name extends string>({
  areCivilDates = false,
  names,
  filters,
  onChange,
}: DateFieldsProps<Name>) => (
  <Group gap="sm" flex={`0 1 ${11 * Object.keys(names).length}rem`}>
    {!areCivilDates && organizationZoneName() && (
      <Text c="dimmed" size="xs" w="100%">
        {t.datesIn(organizationZoneName())}
      </Text>
    )}
    {(Object.keys(names) as Name[]).map((name) => (
      <DateFilter
        key={name}
        label={names[name]}
        value={filters[name]}
        onChange={(value) => onChange({ [name]: value } as Partial<Record<Name, string | undefined>>)}
      />
    ))}
  </Group>
);

/** Date filters behind a button. */
export const DateFilters = <Name extends string>({
  label,
  ...fields
}: DateFieldsProps<Name> & { label: string }) => (
  <MoreFilters
    label={label}
    used={(Object.keys(fields.names) as Name[]).filter((name) => fields.filters[name] !== undefined).length}
  >
    <DateFields {...fields} />
  </MoreFilters>
);

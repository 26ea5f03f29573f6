import { folded } from '@agora/contract/shared/folded';
import { type ComboboxItem, Select, type SelectProps, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { zoneName } from '../platform/dates.ts';
import { type Locale, useLocale } from '../platform/i18n.ts';
import { t } from './time-zone-field.texts.ts';

interface TimeZoneFieldProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  /** IANA name, or the value of `first`. */
  value: string;
  onChange: (zone: string) => void;
  /** Option before all zones. */
  first?: ComboboxItem;
}

/** `Japon`, in English `Tokyo`, for `Asia/Tokyo`; with plain spaces, so that a typed search matches. */
const placeOf = (zone: string): string =>
  zoneName(zone)
    .replace(/^heure\s(?:de|:)\s|\stime$/u, '')
    .replaceAll(/\s/gu, ' ');

const optionOf = (zone: string): ComboboxItem => ({ value: zone, label: placeOf(zone) });

/** All zones that the browser knows, sorted for a language. */
const optionsIn = (locale: Locale): ComboboxItem[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone')]
    .map(optionOf)
    .sort((a, b) => a.label.localeCompare(b.label, locale));

/** True if the search matches the place or the IANA name, typed with spaces. */
const isFound = ({ label, value }: ComboboxItem, search: string): boolean =>
  folded(`${label} ${value.replaceAll('_', ' ')}`).includes(folded(search.trim()));

/** A time zone, found by its place in the language of the page or by its IANA name. */
export function TimeZoneField({ value, onChange, first, ...field }: TimeZoneFieldProps) {
  const locale = useLocale();
  const [isOpened, setOpened] = useState(false);
  // Naming all zones takes a tenth of a second.
  const zones = useMemo(() => (isOpened ? optionsIn(locale) : []), [isOpened, locale]);
  const options = [...(first ? [first] : []), ...zones];
  // The browser may list the zone under another name.
  if (!options.some((option) => option.value === value)) options.push(optionOf(value));
  return (
    <Select
      {...field}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      openOnFocus={false}
      value={value}
      onChange={(zone) => zone !== null && onChange(zone)}
      data={options}
      onDropdownOpen={() => setOpened(true)}
      onFocus={({ currentTarget }) => currentTarget.select()}
      filter={({ search }) => options.filter((option) => isFound(option, search))}
      nothingFoundMessage={t.noZone}
      renderOption={({ option, checked }) => (
        <div>
          <Text fw={checked ? 600 : undefined}>{option.label}</Text>
          {option.value !== first?.value && (
            <Text size="xs" c="inherit">
              {option.value}
            </Text>
          )}
        </div>
      )}
    />
  );
}

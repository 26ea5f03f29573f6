import { folded } from '@agora/contract/shared/folded';
import { type ComboboxItem, Select, type SelectProps, Text } from '@mantine/core';
import { useState } from 'react';
import { zoneWords } from '../platform/dates.ts';
import { getLocale } from '../platform/i18n.ts';
import { t } from './time-zone-field.texts.ts';

interface TimeZoneFieldProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  /** IANA name, or the value of `first`. */
  value: string;
  onChange: (zone: string) => void;
  /** Stands before all zones. */
  first?: ComboboxItem;
}

/** `Japon`, in English `Tokyo`, of `Asia/Tokyo`. */
const placeOf = (zone: string): string => zoneWords(zone).replace(/^heure\s(?:de|:)\s|\stime$/u, '');

const optionOf = (zone: string): ComboboxItem => ({ value: zone, label: placeOf(zone) });

/** All zones that the browser knows, and the chosen one, which it may know by another name. */
const optionsWith = (chosen: string): ComboboxItem[] =>
  [...new Set([...(chosen ? [chosen] : []), 'UTC', ...Intl.supportedValuesOf('timeZone')])]
    .map(optionOf)
    .sort((a, b) => a.label.localeCompare(b.label, getLocale()));

/** A time zone, found by what the language of the page calls its place or by its IANA name. */
export function TimeZoneField({ value, onChange, first, ...field }: TimeZoneFieldProps) {
  // To name all of them takes a tenth of a second.
  const [all, setAll] = useState<ComboboxItem[]>();
  const zones = all ?? (value === first?.value ? [] : [optionOf(value)]);
  const options = first ? [first, ...zones] : zones;
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
      onDropdownOpen={() => setAll(all ?? optionsWith(value))}
      onFocus={({ currentTarget }) => currentTarget.select()}
      filter={({ search }) =>
        options.filter(({ label, value }) => folded(`${label} ${value}`).includes(folded(search.trim())))
      }
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

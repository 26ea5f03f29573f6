import { PLATFORM_NAMES, PLATFORMS } from '@agora/contract/features/devices/devices.rules';
import { LOCALES } from '@agora/contract/shared/locales';
import { Box, Checkbox, CloseButton, Group, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import DateField from '../../../components/date-field.tsx';
import { MenuButton } from '../../../components/menu-button.tsx';
import { useCan } from '../../accounts/accounts.users.queries.ts';
import { t as broadcast } from '../broadcasts.texts.ts';
import { type BroadcastValues, newValues } from '../compose/broadcast-values.ts';
import classes from '../compose/broadcasts.compose.module.css';
import type { BroadcastForm } from '../compose/text-panels.tsx';
import { t } from './broadcasts.audience.texts.ts';
import { MemberPicker } from './member-picker.tsx';

/** Filters of an audience, and the fields of each. */
const FILTERS = {
  languages: ['locales'],
  platforms: ['platforms'],
  versions: ['version_gte', 'version_lt'],
  seen: ['seen_max', 'seen_min'],
  joined: ['joined_from', 'joined_to'],
  unopened: ['unopened_last'],
  picked: ['member_ids'],
} as const satisfies Record<string, readonly (keyof BroadcastValues)[]>;
type Filter = keyof typeof FILTERS;
const NAMES = Object.keys(FILTERS) as Filter[];

/**
 * Filters added one by one. Shown are those with a value and those added or emptied since the form was filled: the
 * touched ones. Replacing the values of the form thus removes the cards of filters that are no longer in force.
 */
export function Conditions({ form }: { form: BroadcastForm }) {
  const maySeeMembers = useCan('members.read');
  const isSet = (filter: Filter) => FILTERS[filter].some((field) => form.values[field].length > 0);
  const shown = NAMES.filter(
    (filter) => isSet(filter) || FILTERS[filter].some((field) => form.isTouched(field)),
  );
  const offered = NAMES.filter((filter) => !shown.includes(filter) && (maySeeMembers || filter !== 'picked'));
  const setTouched = (filter: Filter, isTouched: boolean) =>
    form.setTouched((touched) => ({
      ...touched,
      ...Object.fromEntries(FILTERS[filter].map((field) => [field, isTouched])),
    }));

  function add(filter: Filter): void {
    setTouched(filter, true);
    // It has no value to choose.
    if (filter === 'unopened') form.setFieldValue('unopened_last', 'true');
  }

  function remove(filter: Filter): void {
    const empty = newValues({});
    form.setValues(Object.fromEntries(FILTERS[filter].map((field) => [field, empty[field]])));
    setTouched(filter, false);
  }

  return (
    <>
      {shown.map((filter) => (
        <Group
          key={filter}
          wrap="nowrap"
          align="flex-start"
          gap="xs"
          p="sm"
          bdrs="md"
          className={classes.filter ?? ''}
        >
          <Box flex={1} miw={0}>
            <FilterFields filter={filter} form={form} />
            {!isSet(filter) && (
              <Text c="var(--warning-ink)" size="xs" mt="xs">
                {t.emptyFilter}
              </Text>
            )}
          </Box>
          <CloseButton
            aria-label={t.removeFilter(t[filter])}
            title={t.removeFilter(t[filter])}
            onClick={() => remove(filter)}
          />
        </Group>
      ))}
      {offered.length > 0 && (
        <div>
          <MenuButton
            label={t.addFilter}
            icon={<IconPlus size={16} aria-hidden />}
            options={offered.map((value) => ({ value, label: t[value] }))}
            onChoose={add}
          />
        </div>
      )}
    </>
  );
}

function FilterFields({ filter, form }: { filter: Filter; form: BroadcastForm }) {
  switch (filter) {
    case 'languages':
      return (
        <Checkbox.Group label={t.languages} {...form.getInputProps('locales')}>
          <Group gap="lg" mt="xs">
            {LOCALES.map((locale) => (
              <Checkbox key={locale} value={locale} label={broadcast[locale]} />
            ))}
          </Group>
        </Checkbox.Group>
      );
    case 'platforms':
      return (
        <Checkbox.Group label={t.platforms} {...form.getInputProps('platforms')}>
          <Group gap="lg" mt="xs">
            {PLATFORMS.map((platform) => (
              <Checkbox key={platform} value={platform} label={PLATFORM_NAMES[platform]} />
            ))}
          </Group>
        </Checkbox.Group>
      );
    case 'versions':
      return (
        <fieldset className={classes.pair}>
          <legend>{t.versions}</legend>
          <TextInput label={t.versionFrom} autoComplete="off" {...form.getInputProps('version_gte')} />
          <TextInput label={t.versionBefore} autoComplete="off" {...form.getInputProps('version_lt')} />
        </fieldset>
      );
    case 'seen':
      return (
        <fieldset className={classes.pair}>
          <legend>{t.seen}</legend>
          <TextInput
            label={t.seenMax}
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('seen_max')}
          />
          <TextInput
            label={t.seenMin}
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('seen_min')}
          />
        </fieldset>
      );
    case 'joined':
      return (
        <fieldset className={classes.pair}>
          <legend>{t.joined}</legend>
          <DateField label={t.joinedFrom} {...form.getInputProps('joined_from')} />
          <DateField label={t.joinedTo} {...form.getInputProps('joined_to')} />
        </fieldset>
      );
    case 'unopened':
      return (
        <>
          <Text fw={600}>{t.unopened}</Text>
          <Text c="dimmed" size="xs">
            {t.unopenedHint}
          </Text>
        </>
      );
    case 'picked':
      return (
        <MemberPicker
          label={t.picked}
          ids={form.values.member_ids}
          onChange={(ids) => form.setFieldValue('member_ids', ids)}
        />
      );
  }
}

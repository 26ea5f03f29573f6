import { PLATFORM_NAMES, PLATFORMS } from '@agora/contract/features/devices/devices.rules';
import { LOCALES } from '@agora/contract/shared/locales';
import { Box, Checkbox, CloseButton, Group, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import DateField from '../../../components/date-field.tsx';
import { MenuButton } from '../../../components/menu-button.tsx';
import { Panel } from '../../../components/panel.tsx';
import { t as broadcast } from '../broadcasts.texts.ts';
import { type BroadcastValues, newValues } from '../compose/broadcast-values.ts';
import classes from '../compose/broadcasts.compose.module.css';
import { broadcastRules } from '../compose/broadcasts.compose.rules.ts';
import type { BroadcastForm } from '../compose/text-panels.tsx';
import { t } from './broadcasts.audience.texts.ts';
import { MemberPicker } from './member-picker.tsx';
import { ReachFigures } from './reach-figures.tsx';

/** Choice of the audience, without a default, with its current reach. */
export function AudiencePanel({ form }: { form: BroadcastForm }) {
  const { who, exclude_member_ids } = form.values;
  return (
    <Panel title={t.audience} text={t.audienceText}>
      <div className={classes.audience}>
        <Stack miw={0}>
          <Radio.Group
            aria-label={t.who}
            value={who}
            error={form.errors['who'] && broadcastRules.who(who, form.values)}
            onChange={(value) => form.setFieldValue('who', value === 'some' ? 'some' : 'everyone')}
          >
            <SimpleGrid minColWidth="11rem" autoFlow="auto-fit" spacing="sm">
              <Radio value="everyone" label={t.everyone} description={t.everyoneHint} />
              {/* Takes the focus of the error. */}
              <Radio value="some" label={t.some} description={t.someHint} data-path="who" />
            </SimpleGrid>
          </Radio.Group>
          {who === 'some' && <Conditions form={form} />}
          {who !== '' && (
            <MemberPicker
              label={t.excluded}
              ids={exclude_member_ids}
              onChange={(ids) => form.setFieldValue('exclude_member_ids', ids)}
            />
          )}
        </Stack>
        <ReachFigures values={form.values} />
      </div>
    </Panel>
  );
}

/** Filters of an audience, and the fields of each. */
const FILTERS = {
  languages: ['locales'],
  platforms: ['platforms'],
  versions: ['version_gte', 'version_lt'],
  seen: ['seen_max', 'seen_min'],
  joined: ['joined_from', 'joined_to'],
  picked: ['member_ids'],
} as const satisfies Record<string, readonly (keyof BroadcastValues)[]>;
type Filter = keyof typeof FILTERS;
const NAMES = Object.keys(FILTERS) as Filter[];

/** Filters added one by one; one that has a value stays until it is removed. */
function Conditions({ form }: { form: BroadcastForm }) {
  const [shown, setShown] = useState<readonly Filter[]>([]);
  const isSet = (filter: Filter) => FILTERS[filter].some((field) => form.values[field].length > 0);
  const missing = NAMES.filter((filter) => isSet(filter) && !shown.includes(filter));
  if (missing.length > 0) setShown([...shown, ...missing]);

  function remove(filter: Filter): void {
    setShown(shown.filter((other) => other !== filter));
    const empty = newValues({});
    form.setValues(Object.fromEntries(FILTERS[filter].map((field) => [field, empty[field]])));
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
          </Box>
          <CloseButton
            aria-label={t.removeFilter(t[filter])}
            title={t.removeFilter(t[filter])}
            onClick={() => remove(filter)}
          />
        </Group>
      ))}
      {shown.length < NAMES.length && (
        <div>
          <MenuButton
            label={t.addFilter}
            icon={<IconPlus size={16} aria-hidden />}
            options={NAMES.filter((filter) => !shown.includes(filter)).map((value) => ({
              value,
              label: t[value],
            }))}
            onChoose={(filter) => setShown([...shown, filter])}
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

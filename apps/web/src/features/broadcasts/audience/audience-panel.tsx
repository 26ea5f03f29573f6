import { PLATFORM_NAMES, PLATFORMS } from '@agora/contract/features/devices/devices.rules';
import { LOCALES } from '@agora/contract/shared/locales';
import { Checkbox, Group, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import DateField from '../../../components/date-field.tsx';
import { Panel } from '../../../components/panel.tsx';
import { t as broadcast } from '../broadcasts.texts.ts';
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

function Conditions({ form }: { form: BroadcastForm }) {
  return (
    <>
      <SimpleGrid minColWidth="12rem" autoFlow="auto-fit">
        <Checkbox.Group label={t.languages} {...form.getInputProps('locales')}>
          <Group gap="lg" mt="xs">
            {LOCALES.map((locale) => (
              <Checkbox key={locale} value={locale} label={broadcast[locale]} />
            ))}
          </Group>
        </Checkbox.Group>
        <Checkbox.Group label={t.platforms} {...form.getInputProps('platforms')}>
          <Group gap="lg" mt="xs">
            {PLATFORMS.map((platform) => (
              <Checkbox key={platform} value={platform} label={PLATFORM_NAMES[platform]} />
            ))}
          </Group>
        </Checkbox.Group>
      </SimpleGrid>
      <fieldset className={classes.pair}>
        <legend>{t.versions}</legend>
        <TextInput label={t.versionFrom} autoComplete="off" {...form.getInputProps('version_gte')} />
        <TextInput label={t.versionBefore} autoComplete="off" {...form.getInputProps('version_lt')} />
      </fieldset>
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
      <fieldset className={classes.pair}>
        <legend>{t.joined}</legend>
        <DateField label={t.joinedFrom} {...form.getInputProps('joined_from')} />
        <DateField label={t.joinedTo} {...form.getInputProps('joined_to')} />
      </fieldset>
      <MemberPicker
        label={t.picked}
        ids={form.values.member_ids}
        onChange={(ids) => form.setFieldValue('member_ids', ids)}
      />
    </>
  );
}

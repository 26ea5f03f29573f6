import { PUSH_CATEGORIES } from '@agora/contract/features/devices/devices.rules';
import { Radio, SimpleGrid, Text, TextInput } from '@mantine/core';
import { Panel } from '../../../components/panel.tsx';
import { Select } from '../../../components/select.tsx';
import { t as broadcast, categoryText } from '../broadcasts.texts.ts';
import { t } from './broadcasts.compose.texts.ts';
import type { BroadcastForm } from './text-panels.tsx';
import { ttlText } from './ttl-text.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const TTLS = [HOUR, 4 * HOUR, DAY, 3 * DAY, 7 * DAY, 28 * DAY].map(String);

/** Category, internal name, quiet hours and lifetime of a broadcast. */
export function SettingsPanel({ form }: { form: BroadcastForm }) {
  const { category, ttl, urgent } = form.values;
  const choices = TTLS.includes(ttl) ? TTLS : [ttl, ...TTLS];
  return (
    <Panel title={t.settings}>
      <SimpleGrid minColWidth="16rem" autoFlow="auto-fit" spacing="lg">
        <TextInput
          label={t.name}
          description={t.nameHint}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <div>
          <Select
            label={broadcast.category}
            value={category}
            onChange={(value) => form.setFieldValue('category', value)}
            options={PUSH_CATEGORIES.map((value) => ({ value, label: categoryText(value) }))}
          />
          <Text c="dimmed" size="xs" mt={4}>
            {t.categoryHint}
          </Text>
        </div>
        <Radio.Group
          label={t.quiet}
          value={urgent ? 'urgent' : 'wait'}
          onChange={(value) => form.setFieldValue('urgent', value === 'urgent')}
        >
          <Radio mt="xs" value="wait" label={t.quietWait} description={t.quietWaitHint} />
          <Radio mt="xs" value="urgent" label={t.quietUrgent} description={t.quietUrgentHint} />
        </Radio.Group>
        <Select
          label={t.ttl}
          value={ttl}
          onChange={(value) => form.setFieldValue('ttl', value)}
          options={choices.map((value) => ({ value, label: ttlText(Number(value)) }))}
        />
      </SimpleGrid>
    </Panel>
  );
}

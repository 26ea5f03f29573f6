import { Button, Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { Panel } from '../../../components/panel.tsx';
import { Select } from '../../../components/select.tsx';
import { type BroadcastValues, rulesOf } from '../compose/broadcast-values.ts';
import classes from '../compose/broadcasts.compose.module.css';
import { broadcastRules } from '../compose/broadcasts.compose.rules.ts';
import type { BroadcastForm } from '../compose/text-panels.tsx';
import { areConditionsValid } from '../compose/use-reach.ts';
import { useSegments } from '../segments/broadcasts.segments.queries.ts';
import { t as segmentTexts } from '../segments/broadcasts.segments.texts.ts';
import { SegmentModal } from '../segments/segment-modal.tsx';
import { t } from './broadcasts.audience.texts.ts';
import { Conditions } from './conditions.tsx';
import { MemberPicker } from './member-picker.tsx';
import { ReachFigures } from './reach-figures.tsx';

const WHO = ['everyone', 'some', 'segment'] as const satisfies readonly BroadcastValues['who'][];

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
            onChange={(value) => form.setFieldValue('who', WHO.find((one) => one === value) ?? '')}
          >
            <SimpleGrid minColWidth="11rem" autoFlow="auto-fit" spacing="sm">
              <Radio value="everyone" label={t.everyone} description={t.everyoneHint} />
              {/* Takes the focus of the error. */}
              <Radio value="some" label={t.some} description={t.someHint} data-path="who" />
              <Radio value="segment" label={t.segment} description={t.segmentHint} />
            </SimpleGrid>
          </Radio.Group>
          {who === 'some' && (
            <>
              <Conditions form={form} />
              <SaveAsSegment form={form} />
            </>
          )}
          {who === 'segment' && <SegmentChoice form={form} />}
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

/** Saves the filters as a segment, to which the push then goes. */
function SaveAsSegment({ form }: { form: BroadcastForm }) {
  const [isOpen, setOpen] = useState(false);
  const audience = areConditionsValid(form.values) ? rulesOf(form.values) : null;
  if (!audience) return null;
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconBookmark size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {segmentTexts.saveAs}
      </Button>
      {isOpen &&
        // A form of its own, outside of the form of the push.
        createPortal(
          <SegmentModal
            audience={audience}
            onSaved={({ id, name }) =>
              form.setValues({ who: 'segment', segment_id: id, segment_name: name, exclude_member_ids: [] })
            }
            onClose={() => setOpen(false)}
          />,
          document.body,
        )}
    </div>
  );
}

function SegmentChoice({ form }: { form: BroadcastForm }) {
  const { segment_id, segment_name } = form.values;
  const segments = useSegments().data?.body.data;
  const options = segments?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const isListed = segment_id === '' || options.some(({ value }) => value === segment_id);
  return (
    <>
      {segments?.length === 0 && segment_id === '' ? (
        <Text size="xs">{segmentTexts.none}</Text>
      ) : (
        <Select
          label={segmentTexts.segment}
          value={segment_id}
          options={[
            { value: '', label: segmentTexts.choose },
            ...(isListed ? [] : [{ value: segment_id, label: segment_name }]),
            ...options,
          ]}
          onChange={(id) =>
            form.setValues({
              segment_id: id,
              segment_name: options.find(({ value }) => value === id)?.label ?? '',
            })
          }
        />
      )}
      <Group>
        <Text component={Link} py={2} to="/broadcast?view=segments">
          {segmentTexts.manage}
        </Text>
      </Group>
    </>
  );
}

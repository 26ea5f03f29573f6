import { SEGMENT_NAME_MAX } from '@agora/contract/features/broadcasts/broadcasts.rules';
import type { AudienceRules } from '@agora/contract/features/broadcasts/broadcasts.schema';
import type { SegmentPublic } from '@agora/contract/features/broadcasts/broadcasts.segments.contract';
import { Stack, Text } from '@mantine/core';
import { CountedField } from '../../../components/counted-field.tsx';
import { FormDialog } from '../../../components/dialog.tsx';
import { hasCode } from '../../../platform/api-error.ts';
import { errorText } from '../../../platform/errors.ts';
import { Localized } from '../../../platform/localized.tsx';
import { atMostGraphemes, required, rules, when } from '../../../platform/rules.tsx';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { t as audienceTexts } from '../audience/broadcasts.audience.texts.ts';
import { Conditions } from '../audience/conditions.tsx';
import { MemberPicker } from '../audience/member-picker.tsx';
import { ReachFigures } from '../audience/reach-figures.tsx';
import { type BroadcastValues, newValues, rulesOf } from '../compose/broadcast-values.ts';
import { broadcastRules } from '../compose/broadcasts.compose.rules.ts';
import { t as compose } from '../compose/broadcasts.compose.texts.ts';
import { useCreateSegment, useUpdateSegment } from './broadcasts.segments.queries.ts';
import { t } from './broadcasts.segments.texts.ts';

interface SegmentModalProps {
  /** Without one, another is created. */
  segment?: SegmentPublic;
  /** Initial rules of a new one. */
  audience?: AudienceRules | null;
  onSaved?: (segment: SegmentPublic) => void;
  onClose: () => void;
}

/** Name and rules of a segment. Its form has the fields of a push, of which it edits the name and the filters. */
export function SegmentModal({ segment, audience = null, onSaved, onClose }: SegmentModalProps) {
  const { mutateAsync: create } = useCreateSegment();
  const { mutateAsync: update } = useUpdateSegment();
  const { name = '', audience: saved = audience } = segment ?? {};
  const form = useForm<BroadcastValues>({
    initialValues: { ...newValues({ name, audience: saved }), who: 'some' },
    validate: {
      ...broadcastRules,
      name: rules(
        required(() => t.nameRequired),
        atMostGraphemes(SEGMENT_NAME_MAX, () => compose.tooLong(SEGMENT_NAME_MAX)),
      ),
      who: (_, values) => when(rulesOf(values) === null, () => t.filterRequired),
    },
  });
  const { isBusy, submit } = useSubmit(
    form,
    async (values) => {
      const body = { name: values.name.trim(), audience: rulesOf(values) ?? {} };
      const { body: done } = segment
        ? await update({ params: { id: segment.id }, body: { ...body, version: segment.version } })
        : await create({ body });
      toastSuccess(t.saved);
      onSaved?.(done);
      onClose();
    },
    (error) => {
      if (hasCode(error, 'segment_name_taken'))
        form.setFieldError('name', <Localized text={() => errorText(error)} />);
      else toastError(error);
    },
  );
  return (
    <FormDialog
      title={segment ? t.edit(segment.name) : audience ? t.saveAs : t.add}
      size="lg"
      onClose={onClose}
      onSubmit={submit}
      isBusy={isBusy}
    >
      <CountedField
        label={t.name}
        max={SEGMENT_NAME_MAX}
        dir="auto"
        data-autofocus
        {...form.getInputProps('name')}
        value={form.values.name}
      />
      <Stack component="fieldset" gap="sm" miw={0}>
        <Text component="legend" fw={600} mb="xs">
          {t.filters}
        </Text>
        <Conditions form={form} />
        {form.errors['who'] && rulesOf(form.values) === null && (
          <Text role="alert" size="xs" c="var(--danger-ink)">
            {form.errors['who']}
          </Text>
        )}
      </Stack>
      <MemberPicker
        label={audienceTexts.excluded}
        ids={form.values.exclude_member_ids}
        onChange={(ids) => form.setFieldValue('exclude_member_ids', ids)}
      />
      <ReachFigures values={form.values} />
    </FormDialog>
  );
}

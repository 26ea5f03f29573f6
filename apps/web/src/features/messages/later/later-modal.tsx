import { LATER_DAYS_MAX } from '@agora/contract/features/messages/messages.rules';
import { isLocalTime } from '@agora/contract/shared/civil-date';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import DateField from '../../../components/date-field.tsx';
import { validMoment } from '../../../components/date-rules.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { formatLocalTime, instantOf, today, zoneName } from '../../../platform/dates.ts';
import { when } from '../../../platform/rules.tsx';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { OrganizationZonePanel } from '../../accounts/organization-zone-panel.tsx';
import { t } from './messages.later.texts.ts';

interface LaterModalProps {
  title: string;
  action: string;
  /** A choice that goes with the time. */
  children?: ReactNode;
  onSubmit: (at: Date) => Promise<void>;
  onClose: () => void;
}

/** Asks for a time in the organisation's time zone, within a year. */
export const LaterModal = (props: LaterModalProps) => (
  <OrganizationZonePanel title={props.title} onClose={props.onClose}>
    {(zone) => <LaterForm {...props} zone={zone} />}
  </OrganizationZonePanel>
);

const DAY = 86_400_000;

function LaterForm({ title, action, children, zone, onSubmit, onClose }: LaterModalProps & { zone: string }) {
  const form = useForm({
    initialValues: { time: '' },
    validate: {
      time: (time) =>
        when(time === '', () => t.timeRequired) ??
        validMoment(time, t.time) ??
        when(instantOf(time, zone) <= new Date(), () => t.timePast) ??
        when(instantOf(time, zone).getTime() > Date.now() + LATER_DAYS_MAX * DAY, () => t.timeTooFar),
    },
  });
  const { isBusy, submit } = useSubmit(form, async ({ time }) => {
    await onSubmit(instantOf(time, zone));
    onClose();
  });
  const { time } = form.values;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <Button type="submit" loading={isBusy}>
          {action}
        </Button>
      }
    >
      <DateField label={t.time} withTime min={today(zone)} data-autofocus {...form.getInputProps('time')} />
      {children}
      <p role="status">{isLocalTime(time) && t.inZone(formatLocalTime(time), zoneName(zone))}</p>
    </Dialog>
  );
}

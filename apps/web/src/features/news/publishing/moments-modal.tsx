import { isLocalTime } from '@agora/contract/shared/civil-date';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import DateField from '../../../components/date-field.tsx';
import { validMoment } from '../../../components/date-rules.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { formatLocalTime, localTimeOf, zoneName } from '../../../platform/dates.ts';
import { when } from '../../../platform/rules.tsx';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { OrganizationZonePanel } from '../../accounts/organization-zone-panel.tsx';
import { t } from './news.dialogs.texts.ts';

/** A date and time in the organisation's time zone; empty for none. */
interface MomentField<Name extends string> {
  name: Name;
  label: string;
  hint?: string;
  isOptional?: boolean;
}

interface MomentsModalProps<Name extends string> {
  title: string;
  text: ReactNode;
  action: string;
  fields: readonly MomentField<Name>[];
  /** Initial values. */
  moments: Record<Name, string | Date | null>;
  /** Previous input, shown instead of the initial values. */
  typed?: Partial<Record<Name, string | undefined>> | undefined;
  /** True while something else prevents submitting. */
  isBlocked?: boolean;
  onSubmit: (times: Record<Name, string>) => Promise<void>;
  onClose: () => void;
  /** Renders content below the fields from their current values. */
  children?: (times: Record<Name, string>) => ReactNode;
}

/** Asks for dates and times in the organisation's time zone. */
export const MomentsModal = <Name extends string>(props: MomentsModalProps<Name>) => (
  <OrganizationZonePanel title={props.title} onClose={props.onClose}>
    {(zone) => <Moments {...props} zone={zone} />}
  </OrganizationZonePanel>
);

/** Fields for dates and times, with their errors and their values in words. */
function Moments<Name extends string>(props: MomentsModalProps<Name> & { zone: string }) {
  const { title, text, action, fields, moments, typed, isBlocked = false, zone, onSubmit, onClose } = props;
  const form = useForm<Record<string, string>>({
    initialValues: Object.fromEntries(
      fields.map(({ name }) => [
        name,
        typed?.[name] ?? (moments[name] ? localTimeOf(moments[name], zone) : ''),
      ]),
    ),
    validate: Object.fromEntries(
      fields.map(({ name, label, isOptional }) => [
        name,
        (time: string) =>
          when(time === '' && !isOptional, () => t.momentRequired) ??
          validMoment(time, label) ??
          when(time !== '' && time <= localTimeOf(new Date(), zone), () => t.momentPast),
      ]),
    ),
  });
  const times = form.values;
  const isComplete = fields.every(({ name, isOptional }) => isOptional || times[name] !== '');
  const { isBusy, submit } = useSubmit(form, async (times) => {
    await onSubmit(times);
    onClose();
  });

  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => isBlocked || submit()}
      actions={
        <Button type="submit" loading={isBusy} disabled={!isComplete || isBlocked}>
          {action}
        </Button>
      }
    >
      <p>{text}</p>
      {fields.map(({ name, label, hint }, index) => (
        <div key={name}>
          <DateField
            label={label}
            description={hint}
            withTime
            min={localTimeOf(new Date(), zone).slice(0, 10)}
            data-autofocus={index === 0}
            {...form.getInputProps(name)}
          />
          <p role="status">
            {isLocalTime(times[name] ?? '') && t.inZone(formatLocalTime(times[name] ?? ''), zoneName(zone))}
          </p>
        </div>
      ))}
      {props.children?.(times)}
    </Dialog>
  );
}

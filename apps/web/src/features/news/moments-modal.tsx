import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { formatLocalTime, localTimeOf } from '../../platform/dates.ts';
import { fieldErrors } from '../../platform/errors.ts';
import { toastError } from '../../platform/toast.ts';
import { useBusy } from '../../platform/use-busy.ts';
import { usePreferences } from '../preferences/preferences.queries.ts';
import { t } from './dialogs.texts.ts';

/** A moment to choose, as calendar and clock of the organisation show it; empty for none. */
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
  /** What the fields begin with. */
  moments: Record<Name, string | Date | null>;
  onSubmit: (times: Record<Name, string>) => Promise<void>;
  onClose: () => void;
}

/** Asks for moments by the organisation's clock, once that is known. */
export function MomentsModal<Name extends string>(props: MomentsModalProps<Name>) {
  const { title, onClose } = props;
  const { data, error, refetch } = usePreferences();
  if (data) return <Moments {...props} zone={data.body.organization_time_zone} />;
  return (
    <Dialog title={title} onClose={onClose} onSubmit={onClose}>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={120} radius="md" />
      )}
    </Dialog>
  );
}

/** Says moments in words, and shows at each what is wrong with it. */
function Moments<Name extends string>(props: MomentsModalProps<Name> & { zone: string }) {
  const { title, text, action, fields, moments, zone, onSubmit, onClose } = props;
  const [times, setTimes] = useState(
    () =>
      Object.fromEntries(
        fields.map(({ name }) => [name, moments[name] ? localTimeOf(moments[name], zone) : '']),
      ) as Record<Name, string>,
  );
  const [refusal, setRefusal] = useState<unknown>();
  const problems = fieldErrors(refusal);
  const isComplete = fields.every(({ name, isOptional }) => isOptional || times[name] !== '');

  const [isBusy, run] = useBusy(async () => {
    try {
      await onSubmit(times);
      onClose();
    } catch (error) {
      if (fields.some(({ name }) => fieldErrors(error)[name])) setRefusal(error);
      else toastError(error);
    }
  });

  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => isComplete && void run()}
      actions={
        <Button type="submit" loading={isBusy} disabled={!isComplete}>
          {action}
        </Button>
      }
    >
      <p>{text}</p>
      {fields.map(({ name, label, hint }, index) => (
        <div key={name}>
          <Field
            label={label}
            hint={hint}
            type="datetime-local"
            min={localTimeOf(new Date(), zone)}
            max="2999-12-31T23:59"
            value={times[name]}
            error={problems[name]}
            data-autofocus={index === 0}
            onChange={({ currentTarget }) => {
              setTimes({ ...times, [name]: currentTarget.value });
              setRefusal(undefined);
            }}
          />
          <p role="status">{times[name] && t.inZone(formatLocalTime(times[name]), zone)}</p>
        </div>
      ))}
    </Dialog>
  );
}

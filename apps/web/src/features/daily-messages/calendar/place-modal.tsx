import type { DailyMessagePublic } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { isCivilDate } from '@agora/contract/shared/civil-date';
import { Button, Radio, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import DateField from '../../../components/date-field.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { hasCode } from '../../../platform/api-error.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useToday } from '../../accounts/accounts.preferences.queries.ts';
import { upcomingDay } from '../daily-messages.day.rules.ts';
import { t } from '../daily-messages.dialogs.texts.ts';
import { useDailyMessagesOn, useDuplicateDailyMessage } from '../daily-messages.queries.ts';
import { t as daily } from '../daily-messages.texts.ts';
import { titleOf } from '../message-status.tsx';
import { ReserveNotice } from './reserve-notice.tsx';
import { type Movable, useMove } from './use-move.ts';

interface PlaceModalProps {
  action: 'move' | 'duplicate';
  message: Movable;
  /** The initial day. */
  target?: string;
  onClose: () => void;
}

/**
 * Moves or copies a message to a day or to the reserve. Shows first what happens to the message of that day.
 */
export function PlaceModal({ action, message, target, onClose }: PlaceModalProps) {
  const isMove = action === 'move';
  const today = useToday();
  const [where, setWhere] = useState<'day' | 'reserve'>('day');
  const form = useForm({
    initialValues: { day: target ?? (isMove ? (message.day ?? '') : '') },
    validate: { day: (value) => (where === 'day' ? upcomingDay(value, today) : null) },
  });
  const { day } = form.values;
  const [onConflict, setOnConflict] = useState<'swap' | 'shift'>('swap');
  const place = where === 'day' ? (isCivilDate(day) ? day : '') : null;
  const { occupant, isKnown, error, retry } = useOccupant(place, message, isMove);
  const duplicate = useDuplicate();
  const move = useMove();
  const canSubmit = place === null ? !isMove || message.day !== null : isKnown && (isMove || !occupant);

  async function run(): Promise<void> {
    if (isMove) await move(message, place, occupant ? onConflict : 'refuse');
    else await duplicate(message.id, place);
    onClose();
  }

  const { isBusy, submit } = useSubmit(form, run, (error) => {
    toastError(error);
    // Reopening the dialog loads the current message.
    if (hasCode(error, 'version_conflict')) onClose();
  });

  return (
    <Dialog
      title={isMove ? t.moveTitle(message.title) : t.duplicateTitle(message.title)}
      onClose={onClose}
      onSubmit={() => canSubmit && submit()}
      actions={
        <Button type="submit" loading={isBusy} disabled={!canSubmit}>
          {isMove ? t.moveDo : t.duplicateDo}
        </Button>
      }
    >
      <Radio.Group
        label={t.where}
        value={where}
        onChange={(value) => setWhere(value === 'day' ? 'day' : 'reserve')}
      >
        <Radio mt="xs" value="day" label={t.onDay} />
        <Radio mt="xs" value="reserve" label={daily.toReserve} />
      </Radio.Group>
      {where === 'day' && (
        <DateField label={daily.day} min={today} data-autofocus {...form.getInputProps('day')} />
      )}
      {Boolean(error) && <LoadFailure error={error} onRetry={retry} />}
      <Text role="status" fw={600}>
        {place && occupant && t.conflict(place, titleOf(occupant) || daily.noTitle)}
        {place && isKnown && !occupant && !form.errors['day'] && t.freeDay(place)}
      </Text>
      {place && place !== message.day && <ReserveNotice day={place} />}
      {isMove && place && occupant && (
        <Radio.Group
          aria-label={t.conflict(place, titleOf(occupant) || daily.noTitle)}
          value={onConflict}
          onChange={(value) => setOnConflict(value === 'swap' ? 'swap' : 'shift')}
        >
          <Radio
            value="swap"
            label={t.swap}
            description={t.swapText(titleOf(occupant) || daily.noTitle, message.day)}
          />
          <Radio
            mt="xs"
            value="shift"
            label={t.shift}
            description={t.shiftText(titleOf(occupant) || daily.noTitle)}
          />
        </Radio.Group>
      )}
    </Dialog>
  );
}

interface Occupancy {
  occupant: DailyMessagePublic | undefined;
  /** True if loaded, and the day is not the message's own. */
  isKnown: boolean;
  /** Error of the request. */
  error: unknown;
  retry: () => void;
}

/** The message that the day already has. */
function useOccupant(day: string | null, { day: ownDay }: Movable, isMove: boolean): Occupancy {
  const isEnabled = Boolean(day) && !(isMove && day === ownDay);
  const { data, error, refetch } = useDailyMessagesOn(day ?? '', { isOn: isEnabled });
  return {
    occupant: isEnabled ? data?.body.data[0] : undefined,
    isKnown: isEnabled && data !== undefined,
    error: isEnabled ? error : null,
    retry: () => void refetch(),
  };
}

/** Creates a copy and opens it. */
function useDuplicate() {
  const { mutateAsync: duplicate } = useDuplicateDailyMessage();
  const navigate = useNavigate();
  return async (id: string, day: string | null): Promise<void> => {
    const { body: copy } = await duplicate({ params: { id }, body: { day } });
    toastSuccess(t.copied);
    await navigate(`/daily-message/${copy.id}`);
  };
}

import { isCivilDate } from '@agora/contract/shared/civil-date';
import { Text } from '@mantine/core';
import { Link } from 'react-router';
import DateField from '../../../components/date-field.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { useToday } from '../../accounts/accounts.preferences.queries.ts';
import { isTaken } from '../calendar/day-look.ts';
import { useUpcomingDay } from '../daily-messages.queries.ts';
import { t as daily } from '../daily-messages.texts.ts';
import { t } from './daily-messages.editing.texts.ts';
import type { MessageForm } from './message-fields.tsx';

interface DayFieldProps {
  form: MessageForm;
  /** Id of the message, if it exists. */
  id?: string;
}

/** The day of a message, and the other message that the day already has. */
export function DayField({ form, id }: DayFieldProps) {
  const today = useToday();
  const { day } = form.values;
  const entry = useUpcomingDay(isCivilDate(day) ? day : null);
  return (
    <div>
      <DateField label={daily.day} description={t.dayHint} min={today} {...form.getInputProps('day')} />
      <Text role="status" size="sm" mt={4}>
        {entry && isTaken(entry) && entry.id !== id && !form.errors['day'] && (
          <>
            {t.taken} <Link to={`/daily-message/${entry.id}`}>{entry.title || daily.noTitle}</Link>
          </>
        )}
      </Text>
    </div>
  );
}

/** Shows a `day_taken` error at the field. @returns false for any other error */
export function showOccupant(form: MessageForm, error: unknown): boolean {
  const occupant = error instanceof ApiError ? error.refusal.occupant : undefined;
  if (!occupant) return false;
  form.setFieldError('day', t.takenBy(occupant.title));
  form.getInputNode('day')?.focus();
  return true;
}

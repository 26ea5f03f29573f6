import { isCivilDate } from '@agora/contract/shared/civil-date';
import { Text } from '@mantine/core';
import { Link } from 'react-router';
import DateField from '../../../components/date-field.tsx';
import { useToday } from '../../accounts/accounts.preferences.queries.ts';
import { isTaken } from '../calendar/day-look.ts';
import { useUpcomingDay } from '../daily-messages.queries.ts';
import { t as daily } from '../daily-messages.texts.ts';
import { t } from './daily-messages.editing.texts.ts';
import type { MessageForm } from './message-fields.tsx';

/** The day of a new message, and the message that the day already has. */
export function DayField({ form }: { form: MessageForm }) {
  const today = useToday();
  const { day } = form.values;
  const entry = useUpcomingDay(isCivilDate(day) ? day : null);
  return (
    <div>
      <DateField label={daily.day} description={t.dayHint} min={today} {...form.getInputProps('day')} />
      <Text role="status" size="sm" mt={4}>
        {entry && isTaken(entry) && !form.errors['day'] && (
          <>
            {t.taken} <Link to={`/daily-message/${entry.id}`}>{entry.title || daily.noTitle}</Link>
          </>
        )}
      </Text>
    </div>
  );
}

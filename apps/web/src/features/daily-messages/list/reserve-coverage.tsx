import { Text } from '@mantine/core';
import { monthOf } from '../../../platform/civil-date.ts';
import { useToday } from '../../accounts/accounts.preferences.queries.ts';
import { useCalendar } from '../daily-messages.queries.ts';
import { t } from '../daily-messages.texts.ts';

/** Last day that the reserve covers. */
export function ReserveCoverage() {
  const { data } = useCalendar(monthOf(useToday()));
  const { count = 0, covers_until: until } = data?.body.reserve ?? {};
  return (
    <Text c="dimmed" mb="sm" role="status">
      {until ? `${t.inReserve(count)} ${t.covered(count, until)}` : data ? t.noCover : '\u00a0'}
    </Text>
  );
}

import { Alert } from '@mantine/core';
import { Link } from 'react-router';
import { useUpcomingDay } from '../daily-messages.queries.ts';
import { t } from '../daily-messages.texts.ts';

/** Notice that members see a message of the reserve on a day, and that a new one will replace it. */
export function ReserveNotice({ day }: { day: string | null }) {
  const shown = useUpcomingDay(day)?.reserve;
  if (!shown) return null;
  return (
    <Alert color="yellow" mb="lg" role="status">
      {t.reserveShown} <Link to={`/daily-message/${shown.id}`}>{shown.title}</Link>
      <br />
      {t.reserveReplaced}
    </Alert>
  );
}

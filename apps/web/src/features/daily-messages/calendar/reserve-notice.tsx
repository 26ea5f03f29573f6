import { Link } from 'react-router';
import classes from '../daily-messages.module.css';
import { useReserveShown } from '../daily-messages.queries.ts';
import { t } from '../daily-messages.texts.ts';

/** Says that members are shown a message of the reserve on a day, and what becomes of that. */
export function ReserveNotice({ day }: { day: string | null }) {
  const shown = useReserveShown(day);
  if (!shown) return null;
  return (
    <p className={classes.banner} role="status">
      {t.reserveShown} <Link to={`/daily-message/${shown.id}`}>{shown.title}</Link>
      <br />
      {t.reserveReplaced}
    </p>
  );
}

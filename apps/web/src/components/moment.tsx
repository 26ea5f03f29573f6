import { formatMoment, formatRelative, formatShortDate } from '../platform/dates.ts';
import { useLocale } from '../platform/i18n.ts';

/** A short date or relative time; the tooltip shows the full time with its time zone. */
export function Moment({ at, format }: { at: string; format: 'date' | 'relative' }) {
  useLocale();
  return (
    <time dateTime={at} title={formatMoment(at)} {...(format === 'date' && { className: 'number' })}>
      {format === 'date' ? formatShortDate(at) : formatRelative(at)}
    </time>
  );
}

import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/fr';
import { isCivilDate } from '@agora/contract/shared/civil-date';
import { DatePicker, TimePicker } from '@mantine/dates';
import { useEffect, useRef } from 'react';
import { today } from '../platform/dates.ts';
import { useLocale } from '../platform/i18n.ts';
import { t } from './date-field.texts.ts';

/** Time of a newly chosen day. */
const DEFAULT_TIME = '09:00';

/** Escape closes only the popover, not a dialog around the field. */
const STOP_ESCAPE = { 'data-mantine-stop-propagation': true };

interface CalendarProps {
  value: string;
  min: string | undefined;
  withTime: boolean;
  onChoose: (value: string) => void;
}

/** The calendar, with the time of the day below it. */
export default function Calendar({ value, min, withTime, onChoose }: CalendarProps) {
  const locale = useLocale();
  // The popover's focus trap runs before the calendar is loaded.
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  const day = isCivilDate(value.slice(0, 10)) ? value.slice(0, 10) : null;
  const time = day && value.slice(11);
  const preferredDay = day ?? today();
  // A disabled day cannot receive the focus.
  const start = min && preferredDay < min ? min : preferredDay;
  return (
    <div ref={root}>
      <DatePicker
        locale={locale}
        value={day}
        defaultDate={start}
        {...(min && { minDate: min })}
        onChange={(chosen) => onChoose(withTime ? `${chosen}T${time || DEFAULT_TIME}` : (chosen ?? ''))}
        getDayProps={(date) => (date === start ? { 'data-autofocus': true } : {})}
        ariaLabels={t}
        hideOutsideDates
        // Mantine's red has too little contrast.
        weekendDays={[]}
        __stopPropagation
      />
      {withTime && (
        <TimePicker
          mt="xs"
          label={t.time}
          hoursInputLabel={t.hours}
          minutesInputLabel={t.minutes}
          hoursInputProps={STOP_ESCAPE}
          minutesInputProps={STOP_ESCAPE}
          disabled={!day}
          value={time ?? ''}
          onChange={(chosen) => chosen && onChoose(`${day}T${chosen.slice(0, 5)}`)}
        />
      )}
    </div>
  );
}

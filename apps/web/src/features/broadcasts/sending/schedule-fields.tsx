import { isLocalTime } from '@agora/contract/shared/civil-date';
import { Button, Group, Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import DateField from '../../../components/date-field.tsx';
import { TimeZoneField } from '../../../components/time-zone-field.tsx';
import { afterPress } from '../../../platform/after-press.ts';
import { addDays, weekdayOf } from '../../../platform/civil-date.ts';
import { instantOf, localTimeOf, today } from '../../../platform/dates.ts';
import { scheduledTimeText, timeUntilText } from '../broadcast-text.ts';
import classes from '../compose/broadcasts.compose.module.css';
import { t } from './broadcasts.dispatch.texts.ts';

/** Entered send time of a push. */
export interface Timing {
  mode: 'at' | 'local';
  /** `2026-11-23T09:00` */
  local: string;
  zone: string;
  /** UTC offset such as `+02:00` if the clock shows the time twice; otherwise empty. */
  offset: string;
  late: 'skip' | 'send';
}

interface ScheduleFieldsProps {
  timing: Timing;
  /** Error of the time. */
  timeError: ReactNode;
  /** UTC offsets to choose from if the clock shows this time twice. */
  offsets: readonly string[];
  onChange: (change: Partial<Timing>) => void;
  onTimeBlur: () => void;
}

/** Day, time and time zone of a push. */
export function ScheduleFields(props: ScheduleFieldsProps) {
  const { timing, timeError, offsets, onChange, onTimeBlur } = props;
  const isLocal = timing.mode === 'local';
  return (
    <>
      <Radio.Group
        label={t.mode}
        value={timing.mode}
        onChange={(value) => onChange({ mode: value === 'local' ? 'local' : 'at', offset: '' })}
      >
        <Radio mt="xs" value="at" label={t.mode_at} description={t.mode_atHint} />
        <Radio mt="xs" value="local" label={t.mode_local} description={t.mode_localHint} />
      </Radio.Group>
      <div className={classes.pair}>
        <DateField
          label={t.time}
          withTime
          min={today(latestZoneOf(timing))}
          value={timing.local}
          error={timeError}
          data-autofocus
          onChange={(local) => onChange({ local, offset: '' })}
          onBlur={({ currentTarget, relatedTarget }) => {
            // As the dialog opens, the focus may go back to the page for a moment.
            if (currentTarget.closest('form')?.parentElement?.contains(relatedTarget)) afterPress(onTimeBlur);
          }}
        />
        {!isLocal && (
          <TimeZoneField
            label={t.zone}
            value={timing.zone}
            onChange={(value) => onChange({ zone: value, offset: '' })}
          />
        )}
      </div>
      <Group gap="xs" mt={-8}>
        {presetsOf(timing).map(({ label, local }) => (
          <Button
            key={local}
            variant="default"
            size="compact-sm"
            onClick={() => onChange({ local, offset: '' })}
          >
            {label}
          </Button>
        ))}
      </Group>
      {offsets.length > 0 && (
        <Radio.Group label={t.which} value={timing.offset} onChange={(offset) => onChange({ offset })}>
          {offsets.map((offset, index) => (
            <Radio
              key={offset}
              mt="xs"
              value={offset}
              label={t.offset(offset, index === 0)}
              // The pressed button loses the focus: it is disabled until an offset is chosen.
              autoFocus={index === 0}
            />
          ))}
        </Radio.Group>
      )}
      {isPastSomewhere(timing) && (
        <Radio.Group
          label={t.late}
          value={timing.late}
          onChange={(value) => onChange({ late: value === 'send' ? 'send' : 'skip' })}
        >
          <Radio mt="xs" value="skip" label={t.late_skip} description={t.late_skipHint} />
          <Radio mt="xs" value="send" label={t.late_send} description={t.late_sendHint} />
        </Radio.Group>
      )}
    </>
  );
}

/** Usual times: nine o'clock tomorrow and on the next Monday after. */
function presetsOf({ zone }: Timing) {
  const day = today(zone);
  const tomorrow = addDays(day, 1);
  const monday = addDays(day, 7 - weekdayOf(day));
  return [
    { label: t.tomorrowAt9, local: `${tomorrow}T09:00` },
    ...(monday === tomorrow ? [] : [{ label: t.mondayAt9, local: `${monday}T09:00` }]),
  ];
}

const instantOfTiming = ({ local, zone, offset }: Timing): Date =>
  offset ? new Date(`${local}:00${offset}`) : instantOf(local, zone);

/** True if the time has passed in the earliest time zone. */
const isPastSomewhere = ({ mode, local }: Timing): boolean =>
  mode === 'local' && isLocalTime(local) && instantOf(local, 'Pacific/Kiritimati') <= new Date();

/** The last time zone in which the clock shows this time. */
const latestZoneOf = ({ mode, zone }: Timing): string => (mode === 'local' ? 'Etc/GMT+12' : zone);

/** True if the time has passed for all recipients. */
export const isPastEverywhere = (timing: Timing): boolean =>
  instantOf(timing.local, latestZoneOf(timing)) <= new Date();

/** Policy for recipients whose time has passed: the choice, if it is shown. */
export const latePolicyOf = (timing: Timing): Timing['late'] =>
  isPastSomewhere(timing) ? timing.late : 'skip';

/** True if a zone's clock skips this time at a change to summer time. */
export const isSkipped = (local: string, zone: string): boolean =>
  localTimeOf(instantOf(local, zone), zone) !== local;

/** `lundi 23 novembre 2026 à 9 h 00 (heure de Paris), dans 3 h 20` */
export function scheduleText(timing: Timing): string {
  const moment = instantOfTiming(timing);
  const time = scheduledTimeText({
    schedule_mode: timing.mode,
    scheduled_local: timing.local,
    time_zone: timing.zone,
    scheduled_at: moment.toISOString(),
  });
  return timing.mode === 'local' ? time : t.inWords(time, timeUntilText(moment));
}

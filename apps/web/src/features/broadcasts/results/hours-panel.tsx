import type { BroadcastStats } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { Panel } from '../../../components/panel.tsx';
import { Trend } from '../../../components/trend/trend.tsx';
import { MUTED, type TrendRow, trendSeries } from '../../../components/trend/trend-rows.ts';
import { formatShortMoment } from '../../../platform/dates.ts';
import { t } from './broadcasts.results.texts.ts';

const HOUR = 3_600_000;
/** Hours that are shown: people open a push soon or not at all. */
const SHOWN = 48;

interface HoursPanelProps {
  hours: BroadcastStats['over_time'];
  /** The broadcast and its day, for exported files. */
  about: string;
}

/** Cumulative numbers of accepted devices and of members who opened it, by hour. */
export const HoursPanel = ({ hours, about }: HoursPanelProps) => (
  <Panel title={t.byHour} text={t.byHourText(SHOWN)}>
    <Trend
      title={t.byHour}
      about={about}
      heading={t.hour}
      rows={rowsOf(hours)}
      series={[
        trendSeries('accepted', t.acceptedDevices, { color: MUTED, type: 'line' }),
        trendSeries('opened', t.openedMembers, { type: 'line' }),
      ]}
    />
  </Panel>
);

function rowsOf(hours: BroadcastStats['over_time']): TrendRow[] {
  const counts = new Map(hours.map(({ hour, ...rest }) => [Date.parse(hour), rest]));
  const first = Math.min(...counts.keys());
  const last = Math.min(Math.max(...counts.keys(), Date.now()), first + (SHOWN - 1) * HOUR);
  const rows: TrendRow[] = [];
  let accepted = 0;
  let opened = 0;
  for (let hour = first; hour <= last; hour += HOUR) {
    accepted += counts.get(hour)?.accepted ?? 0;
    opened += counts.get(hour)?.opened ?? 0;
    rows.push({
      key: String(hour),
      label: formatShortMoment(new Date(hour)),
      values: { accepted, opened },
    });
  }
  return rows;
}

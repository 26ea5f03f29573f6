import type { BroadcastStats } from '@agora/contract/features/broadcasts/broadcasts.contract';
import { Group } from '@mantine/core';
import { Panel } from '../../../components/panel.tsx';
import { formatTime } from '../../../platform/dates.ts';
import { formatNumber } from '../../../platform/i18n.ts';
import classes from './broadcasts.results.module.css';
import { t } from './broadcasts.results.texts.ts';

const HOUR = 3_600_000;
/** Hours that are shown: who opens a push does so soon. */
const SHOWN = 48;

/** Rem that an hour takes at most. */
const WIDEST = 3;

/** Opens per hour since the first delivery. */
export function OpenedChart({ opened }: { opened: BroadcastStats['opened_over_time'] }) {
  const counts = new Map(opened.map(({ hour, count }) => [Date.parse(hour), count]));
  const first = Math.min(...counts.keys());
  const last = Math.min(Math.max(...counts.keys()), first + (SHOWN - 1) * HOUR);
  const hours = Array.from({ length: (last - first) / HOUR + 1 }, (_, index) => first + index * HOUR);
  const most = Math.max(...counts.values());
  return (
    <Panel title={t.openedByHour}>
      <div style={{ maxWidth: `${hours.length * WIDEST}rem` }}>
        <ol className={classes.hours}>
          {hours.map((hour) => {
            const count = counts.get(hour) ?? 0;
            const words = t.openedAt(formatTime(new Date(hour)), formatNumber(count));
            return (
              <li key={hour} title={words} style={{ height: `${(count / most) * 100}%` }}>
                <span className="visually-hidden">{words}</span>
              </li>
            );
          })}
        </ol>
        <Group justify="space-between" mt={4} c="dimmed" fz="0.75rem" component="p">
          <span>{formatTime(new Date(first))}</span>
          <span>{hours.length > 1 && formatTime(new Date(last))}</span>
        </Group>
      </div>
    </Panel>
  );
}

import type { Dashboard } from '@agora/contract/features/dashboard/dashboard.contract';
import { Box, Button, Group, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { formatDay } from '../../platform/dates.ts';
import { formatNumber } from '../../platform/i18n.ts';
import classes from './dashboard.module.css';
import { t } from './dashboard.texts.ts';

const BarChart = lazy(() => import('./bar-chart.tsx'));

/** Sign-ups per day, as a chart or as an equivalent table. */
export function SignupsChart({
  signups,
  time_zone,
  today,
}: Pick<Dashboard, 'signups' | 'time_zone' | 'today'>) {
  const [isTable, setTable] = useState(false);
  return (
    <>
      {isTable ? (
        <SignupsTable signups={signups} today={today} />
      ) : (
        <Box h={260} aria-hidden>
          <Suspense fallback={<Skeleton height={260} />}>
            <BarChart signups={signups} />
          </Suspense>
        </Box>
      )}
      <Group justify="space-between" mt="sm" c="dimmed" fz="xs">
        <span>{t.zone(time_zone)}</span>
        <Button size="compact-sm" variant="subtle" onClick={() => setTable(!isTable)}>
          {isTable ? t.asChart : t.asTable}
        </Button>
      </Group>
    </>
  );
}

const SignupsTable = ({ signups, today }: Pick<Dashboard, 'signups' | 'today'>) => (
  <Box mah={320} tabIndex={0} role="group" aria-label={t.signups} style={{ overflowY: 'auto' }}>
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t.day}</th>
          <th scope="col">{t.count}</th>
        </tr>
      </thead>
      <tbody>
        {signups.map(({ day, count }) => (
          <tr key={day}>
            <td>{day === today ? t.today : formatDay(day)}</td>
            <td>{formatNumber(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Box>
);

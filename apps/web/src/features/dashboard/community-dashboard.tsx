import { Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { LoadFailure } from '../../components/load-failure.tsx';
import { formatAverage, formatNumber, formatShare } from '../../platform/i18n.ts';
import { useBroadcastsIn } from '../broadcasts/broadcasts.queries.ts';
import { useMessageCounts } from '../messages/messages.counts.queries.ts';
import { useRatingSummary } from '../ratings/ratings.queries.ts';
import classes from './dashboard.module.css';
import { useDashboard, useSteps, useTasks } from './dashboard.queries.ts';
import { t } from './dashboard.texts.ts';
import { HealthStrip } from './health-strip.tsx';
import { StepsPanel } from './steps-panel.tsx';
import { TasksPanel } from './tasks-panel.tsx';
import { Trends } from './trends.tsx';
import { WeekPanel } from './week-panel.tsx';

/** Figures of the community; each links to the list of what it counts. */
export function CommunityDashboard() {
  const { data, error, refetch } = useDashboard();
  const [tasks, steps] = [useTasks(), useSteps()];
  const counts = useMessageCounts();
  const ratings = useRatingSummary({ target_type: 'app' }).data?.body;
  const push = useLastPush();
  if (!data && error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  // Shows the panels at the top together: one that loads later would move those below it.
  if (!data || !tasks.isFetched || !steps.isFetched) return <Skeleton height="40rem" />;
  const figures = data.body;

  return (
    <>
      {steps.data && <StepsPanel steps={steps.data.body.data} />}
      <TasksPanel figures={figures} query={tasks} />
      <WeekPanel today={figures.today} zone={figures.time_zone} />
      <SimpleGrid cols={{ base: 2, md: 3 }} mb="lg">
        {figures.members !== null && <Tile label={t.members} value={figures.members} to="/members" />}
        {figures.new_members && (
          <Tile
            label={t.newMembers}
            value={figures.new_members.count}
            to={`/members?from=${figures.new_members.from}`}
            note={t.previous(figures.new_members.previous)}
          />
        )}
        {figures.admins !== null && <Tile label={t.admins} value={figures.admins} to="/admin" />}
        <Tile
          label={t.awaiting}
          value={counts?.awaiting}
          to="/messages"
          note={counts && t.unassigned(counts.unassigned)}
        />
        <Tile
          label={t.rates}
          value={ratings && (ratings.average === null ? '–' : formatAverage(ratings.average))}
          to="/rates?target_type=app"
          note={ratings && t.ratingsOf(ratings.count)}
        />
        <Tile {...push} />
      </SimpleGrid>
      <Trends />
      <HealthStrip />
    </>
  );
}

/** The open rate of the last push. */
function useLastPush(): Pick<TileProps, 'label' | 'value' | 'to' | 'note'> {
  const sent = useBroadcastsIn('sent');
  if (!sent) return { label: t.lastPush, value: undefined, to: '/broadcast' };
  const [last] = sent.data;
  if (!last) return { label: t.lastPush, value: '–', to: '/broadcast', note: t.noPush };
  const { id, opened, reached } = last;
  return {
    label: t.lastPush,
    value: formatShare(opened, reached ?? 0),
    to: `/broadcast/${id}`,
    note: t.openedNote(opened, reached ?? 0),
  };
}

interface TileProps {
  label: string;
  /** A number, or formatted text. */
  value: number | string | undefined;
  to: string;
  note?: string | undefined;
}

function Tile({ label, value, to, note }: TileProps) {
  return (
    <Paper component={Link} to={to} className={classes.tile ?? ''} c="var(--ink)">
      <Stack gap={2}>
        <Text c="dimmed" span>
          {label}
        </Text>
        {value === undefined ? (
          <Skeleton height={34} width={72} my={4} />
        ) : (
          <Text fz="xl" fw={650} lh={1.3} className="number" span>
            {typeof value === 'number' ? formatNumber(value) : value}
          </Text>
        )}
        <Text c="dimmed" size="xs" span>
          {note ?? '\u00a0'}
        </Text>
      </Stack>
    </Paper>
  );
}

import { contract } from 'virtual:contract';
import type { Dashboard } from '@agora/contract/features/dashboard/dashboard.contract';
import { Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { LoadFailure } from '../../components/load-failure.tsx';
import { formatAverage, formatNumber, formatShare } from '../../platform/i18n.ts';
import { useMayOpen } from '../../platform/page-access.ts';
import { useAllowed } from '../accounts/accounts.users.queries.ts';
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

/** What waits for the team, what goes out, and figures of the community: each part for those who may read it. */
export function CommunityDashboard() {
  const { data, error, refetch } = useDashboard();
  const [tasks, steps] = [useTasks(), useSteps()];
  const mayReadTrends = useAllowed(contract.statistics.readOverview);
  const mayReadHealth = useAllowed(contract.dashboard.readHealth);
  if (!data && error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  // Shows the panels at the top together: one that loads later would move those below it.
  if (!data || tasks.isLoading || steps.isLoading) return <Skeleton height="40rem" />;
  const figures = data.body;

  return (
    <>
      {steps.data && <StepsPanel steps={steps.data.body.data} />}
      <TasksPanel figures={figures} query={tasks} />
      <WeekPanel today={figures.today} zone={figures.time_zone} />
      <Tiles figures={figures} />
      {mayReadTrends && <Trends />}
      {mayReadHealth && <HealthStrip />}
    </>
  );
}

/** Each links to the list of what it counts, for those who may open it. */
function Tiles({ figures }: { figures: Dashboard }) {
  const mayCountMessages = useAllowed(contract.messages.countMessages);
  const maySummarizeRatings = useAllowed(contract.ratings.summarizeRatings);
  const mayReadBroadcasts = useAllowed(contract.broadcasts.readBroadcasts);
  return (
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
      {mayCountMessages && <MessagesTile />}
      {maySummarizeRatings && <RatingsTile />}
      {mayReadBroadcasts && <LastPushTile />}
    </SimpleGrid>
  );
}

function MessagesTile() {
  const counts = useMessageCounts();
  return (
    <Tile
      label={t.awaiting}
      value={counts?.awaiting}
      to="/messages"
      note={counts && t.unassigned(counts.unassigned)}
    />
  );
}

function RatingsTile() {
  const ratings = useRatingSummary({ target_type: 'app' }).data?.body;
  return (
    <Tile
      label={t.rates}
      value={ratings && (ratings.average === null ? '–' : formatAverage(ratings.average))}
      to="/rates?target_type=app"
      note={ratings && t.ratingsOf(ratings.count)}
    />
  );
}

/** The open rate of the last push. */
function LastPushTile() {
  const sent = useBroadcastsIn('sent');
  if (!sent) return <Tile label={t.lastPush} value={undefined} to="/broadcast" />;
  const [last] = sent.data;
  if (!last) return <Tile label={t.lastPush} value="–" to="/broadcast" note={t.noPush} />;
  const { id, opened, reached } = last;
  return (
    <Tile
      label={t.lastPush}
      value={formatShare(opened, reached ?? 0)}
      to={`/broadcast/${id}`}
      note={t.openedNote(opened, reached ?? 0)}
    />
  );
}

interface TileProps {
  label: string;
  /** A number, or formatted text. */
  value: number | string | undefined;
  to: string;
  note?: string | undefined;
}

function Tile({ label, value, to, note }: TileProps) {
  const mayOpen = useMayOpen();
  const content = (
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
  );
  return mayOpen(to) ? (
    <Paper component={Link} to={to} className={classes.tile ?? ''} c="var(--ink)">
      {content}
    </Paper>
  ) : (
    <Paper>{content}</Paper>
  );
}

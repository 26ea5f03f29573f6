import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useLocation } from 'react-router';
import { Highlight } from '../../components/highlight.tsx';
import { RowName } from '../../components/row-name.tsx';
import { ProgressBar, StatusChip } from './broadcast-status.tsx';
import { describeAudience, textOf, timingText, titleOf, unreachedCount } from './broadcast-text.ts';
import classes from './broadcasts.module.css';
import { isSending } from './broadcasts.queries.ts';
import { categoryText, t } from './broadcasts.texts.ts';

interface BroadcastListProps {
  /** Undefined while they are loaded for the first time. */
  rows: readonly BroadcastPublic[] | undefined;
  search: string | undefined;
}

export const BroadcastList = ({ rows, search }: BroadcastListProps) => (
  <ol className="rows" aria-label={t.list}>
    {rows
      ? rows.map((broadcast) => <Row key={broadcast.id} broadcast={broadcast} search={search} />)
      : Array.from({ length: 6 }, (_, index) => (
          <li key={index} className={classes.row}>
            <Skeleton height={42} />
          </li>
        ))}
  </ol>
);

interface RowProps {
  broadcast: BroadcastPublic;
  search: string | undefined;
}

function Row({ broadcast, search }: RowProps) {
  const { search: address } = useLocation();
  const title = titleOf(broadcast);
  const body = textOf(broadcast, 'body');
  return (
    <li className={classes.row}>
      <Stack gap={2} miw={0}>
        <Group gap="0.25rem 0.625rem">
          <RowName
            name={title ?? ''}
            placeholder={t.noTitle}
            search={search}
            to={`/broadcast/${broadcast.id}`}
            state={{ from: address }}
          />
          <StatusChip broadcast={broadcast} />
        </Group>
        {body && (
          <Text c="dimmed" size="xs" dir="auto" lineClamp={1}>
            <Highlight text={body} search={search} />
          </Text>
        )}
      </Stack>
      <Text c="dimmed" size="xs" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {categoryText(broadcast.category)} ·{' '}
        {describeAudience(broadcast.audience, broadcast.segment_name).join(', ')}
      </Text>
      <Stack gap={2} miw={0}>
        <Text size="xs">{timingText(broadcast)}</Text>
        <Outcome broadcast={broadcast} />
      </Stack>
    </li>
  );
}

/** Result so far. */
function Outcome({ broadcast }: { broadcast: BroadcastPublic }) {
  const { targeted, sent, opened, reached } = broadcast;
  if (targeted === null || broadcast.started_at === null) return null;
  const unreached = unreachedCount(broadcast);
  return (
    <>
      {isSending(broadcast) && <ProgressBar broadcast={broadcast} />}
      <Text c="dimmed" size="xs" style={{ overflowWrap: 'anywhere' }}>
        {[
          t.accepted(sent, targeted),
          unreached > 0 && t.notReached(unreached),
          opened > 0 && t.openedBy(opened, reached),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </>
  );
}

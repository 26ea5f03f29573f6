import type {
  Timeline,
  TimelineEntry,
  TimelineKind,
} from '@agora/contract/features/accounts/accounts.timeline.contract';
import { TIMELINE_KINDS } from '@agora/contract/features/accounts/accounts.timeline.rules';
import { Anchor, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Link, useLocation, useSearchParams } from 'react-router';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber } from '../../../platform/i18n.ts';
import { oneOf } from '../../../platform/list-state.ts';
import { readMore } from '../../../platform/read-more.ts';
import { useTimeline } from '../accounts.timeline.queries.ts';
import { t } from './user-timeline.texts.ts';

/** Timeline of a person, newest first: all entries, or those of the kind in the URL. */
export function UserTimeline({ userId }: { userId: string }) {
  const [params] = useSearchParams();
  const kind = oneOf(params, 'kind', TIMELINE_KINDS);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useTimeline(userId, kind);
  const entries = data?.pages.flatMap(({ body }) => body.data);
  const counts = data?.pages[0]?.body.counts;
  const list = kind && LISTS[kind]?.(userId);
  return (
    <Panel
      title={t.title}
      aside={
        list && (
          <Anchor component={Link} to={list} py={4}>
            {t.seeList}
          </Anchor>
        )
      }
    >
      {counts ? <KindFilter kind={kind} counts={counts} /> : <Skeleton height={26} mb="sm" />}
      {!entries && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!entries && !error && <Skeleton height={120} />}
      {entries?.length === 0 && <p>{t.none}</p>}
      <Stack gap={0} component="ul" className="rows">
        {entries?.map((entry) => (
          <Entry key={`${entry.kind}.${entry.id}`} entry={entry} userId={userId} />
        ))}
      </Stack>
      {hasNextPage && (
        <Button
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void readMore({ data, fetchNextPage })}
        >
          {t.older}
        </Button>
      )}
    </Panel>
  );
}

interface KindFilterProps {
  kind: TimelineKind | undefined;
  counts: Timeline['counts'];
}

/** Links that filter by kind, each with its count. */
function KindFilter({ kind, counts }: KindFilterProps) {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const hrefOf = (chosen: TimelineKind | undefined) => {
    const next = new URLSearchParams(params);
    if (chosen) next.set('kind', chosen);
    else next.delete('kind');
    return `?${next}`;
  };
  return (
    <Group component="nav" aria-label={t.kind} gap={4} mb="sm">
      {[undefined, ...TIMELINE_KINDS.filter((each) => counts[each] !== undefined)].map((each) => {
        const count = each && ` ${formatNumber(counts[each] ?? 0)}`;
        const label = each ? t[`${each}s`] : t.anyKind;
        return (
          <Button
            key={each ?? ''}
            component={Link}
            to={hrefOf(each)}
            state={state}
            size="compact-sm"
            {...(each === kind
              ? { 'aria-current': 'page', variant: 'light' }
              : { variant: 'subtle', color: 'gray' })}
          >
            {label}
            {count && (
              <Text span inherit c="dimmed" ml={6}>
                {count}
              </Text>
            )}
          </Button>
        );
      })}
    </Group>
  );
}

/** List page of each kind, if there is one. */
const LISTS: Partial<Record<TimelineKind, (userId: string) => string>> = {
  conversation: (id) => `/messages?tab=all&user_id=${id}`,
  rating: (id) => `/rates?user_id=${id}`,
  item: (id) => `/items?owner_id=${id}`,
};

/** Link target of an entry; sign-ins have none. */
const PATHS: Record<TimelineKind, ((entry: TimelineEntry, userId: string) => string) | undefined> = {
  conversation: ({ id }) => `/messages/${id}`,
  rating: (_entry, userId) => `/rates?user_id=${userId}`,
  device: () => '?view=devices',
  notification: ({ id }) => `/broadcast/${id}`,
  item: (_entry, userId) => `/items?owner_id=${userId}`,
  sign_in: undefined,
};

function Entry({ entry, userId }: { entry: TimelineEntry; userId: string }) {
  const { kind, title, detail, at } = entry;
  const to = PATHS[kind]?.(entry, userId);
  const name = kind === 'rating' ? `${t[kind]} ${t.stars(detail)}` : t[kind];
  return (
    <Group justify="space-between" py="xs" component="li" wrap="nowrap">
      <Box miw={0}>
        {title && (
          <Text c="dimmed" size="xs">
            {name}
          </Text>
        )}
        {to ? (
          <Anchor
            component={Link}
            to={to}
            lineClamp={2}
            py={2}
            dir="auto"
            style={{ overflowWrap: 'anywhere' }}
          >
            {title || name}
          </Anchor>
        ) : (
          title || name
        )}
      </Box>
      <Text c="dimmed" size="sm" style={{ flexShrink: 0 }}>
        <Moment at={at} format="relative" />
      </Text>
    </Group>
  );
}

import { contract } from 'virtual:contract';
import type { CalendarDay } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { ActionIcon, Button, Group, Paper, Skeleton, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { addMonths, daysOfMonth, monthOf } from '../../../platform/civil-date.ts';
import { formatDay, formatDays } from '../../../platform/dates.ts';
import { formatNumber } from '../../../platform/i18n.ts';
import { toastError } from '../../../platform/toast.ts';
import { useToday } from '../../accounts/accounts.preferences.queries.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import { useCalendar } from '../daily-messages.queries.ts';
import { t as daily } from '../daily-messages.texts.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { t } from './daily-messages.calendar.texts.ts';
import { isTaken, LOOK_ICONS, LOOK_TEXTS, LOOKS, lookOf } from './day-look.ts';
import { PlaceModal } from './place-modal.tsx';
import { shownDays } from './shown-days.ts';
import { type Movable, useMove } from './use-move.ts';

/** A dragged message and its target day. */
interface Move {
  message: Movable;
  target?: string;
}

/** Month view for planning, or the days of another period. */
export function CalendarView({ onPreview }: { onPreview: (day: string) => void }) {
  const [params, setParams] = useSearchParams();
  const today = useToday();
  const shown = shownDays(params, today);
  const [from, to] = [shown[0] ?? today, shown.at(-1) ?? today];
  const first = useCalendar(monthOf(from));
  const last = useCalendar(monthOf(to));
  const [moving, setMoving] = useState<Move>();
  const move = useMove();
  const mayWrite = useAllowed(contract.dailyMessages.moveDailyMessage);
  const calendar = first.data?.body;
  const byDay = new Map(
    [first, last].flatMap(({ data, isPlaceholderData }) =>
      isPlaceholderData ? [] : (data?.body.data ?? []).map((day) => [day.day, day] as const),
    ),
  );
  const loaded = shown.flatMap((day) => byDay.get(day) ?? []);
  const days = loaded.length === shown.length ? loaded : undefined;

  const isMonth = from.endsWith('-01') && to === daysOfMonth(monthOf(from)).at(-1);

  function drop(day: CalendarDay, target: CalendarDay): void {
    const message = movableOf(day);
    if (!message) return;
    if (isTaken(target) || target.reserve) setMoving({ message, target: target.day });
    else void move(message, target.day).catch(toastError);
  }

  function openMove(day: CalendarDay): void {
    const message = movableOf(day);
    if (message && day.day >= today) setMoving({ message });
  }

  const failed = [first, last].find(({ data, error }) => error && !data);
  if (failed) return <LoadFailure error={failed.error} onRetry={() => void failed.refetch()} />;
  return (
    <Paper component="section" p={0}>
      <Group gap="md" px="md" py="sm" component="header">
        <h2 aria-live="polite" className="capital">
          {isMonth ? formatDay(from, { month: 'long', year: 'numeric' }) : formatDays(from, to)}
        </h2>
        <Group gap={6}>
          <MonthLink month={addMonths(monthOf(to), -1)} label={t.previousMonth} icon={IconChevronLeft} />
          <Button component={Link} to="?" variant="default" size="xs">
            {t.today}
          </Button>
          <MonthLink month={addMonths(monthOf(from), 1)} label={t.nextMonth} icon={IconChevronRight} />
        </Group>
        <Text c="dimmed" flex="1 1 20rem" ta={{ sm: 'end' }} style={{ textWrap: 'balance' }} role="status">
          {calendar ? (
            <ReserveText {...calendar.reserve} />
          ) : (
            <Skeleton component="span" display="block" h={{ base: 40, lg: 20 }} w={{ base: 280, lg: 440 }} />
          )}
        </Text>
      </Group>
      <CalendarGrid
        shown={shown}
        today={today}
        mayWrite={mayWrite}
        days={days}
        onMonth={(next) => setParams({ month: next }, { replace: true })}
        onDrop={drop}
        onMove={openMove}
        onPreview={onPreview}
      />
      <Group justify="space-between" px="md" py="sm" component="footer">
        <Legend days={days ?? []} today={today} />
        <Text c="dimmed" size="xs" visibleFrom="sm">
          {mayWrite ? t.keys : t.readKeys}
        </Text>
      </Group>
      {moving && <PlaceModal {...moving} action="move" onClose={() => setMoving(undefined)} />}
    </Paper>
  );
}

const movableOf = ({ id, version, day, title }: CalendarDay): Movable | undefined =>
  id !== null && version !== null ? { id, version, day, title } : undefined;

interface MonthLinkProps {
  month: string;
  label: string;
  icon: typeof IconChevronLeft;
}

const MonthLink = ({ month, label, icon: Icon }: MonthLinkProps) => (
  <ActionIcon
    component={Link}
    to={`?month=${month}`}
    variant="default"
    size={30}
    aria-label={label}
    title={label}
  >
    <Icon size={17} aria-hidden />
  </ActionIcon>
);

function ReserveText({ count, covers_until }: { count: number; covers_until: string | null }) {
  if (!covers_until) return daily.noCover;
  return (
    <>
      <Link to="?view=reserve">{daily.inReserve(count)}</Link> {daily.covered(count, covers_until)}
    </>
  );
}

/** Legend with the number of days by state. Past empty days are not counted, as they cannot be filled. */
function Legend({ days, today }: { days: readonly CalendarDay[]; today: string }) {
  const counted = days.filter(({ state, day }) => state !== 'empty' || day >= today);
  return (
    <Group gap="0.375rem 1.125rem" component="ul" aria-label={t.legend}>
      {LOOKS.map((look) => {
        const Icon = LOOK_ICONS[look];
        return (
          <Group key={look} component="li" gap={6} data-look={look}>
            <Icon size={16} stroke={1.9} aria-hidden />
            {daily[LOOK_TEXTS[look]]}
            <strong>{formatNumber(counted.filter((day) => lookOf(day) === look).length)}</strong>
          </Group>
        );
      })}
    </Group>
  );
}

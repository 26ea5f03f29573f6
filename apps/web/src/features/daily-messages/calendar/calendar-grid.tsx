import type { CalendarDay } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { LOCALES } from '@agora/contract/shared/locales';
import { Button, Center, Group, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type DragEvent, type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { addDays, addMonths, monthOf, sameDayOfMonth, weekdayOf } from '../../../platform/civil-date.ts';
import { formatDay } from '../../../platform/dates.ts';
import { longDay, t } from '../daily-messages.texts.ts';
import classes from './daily-messages.calendar.module.css';
import { t as calendar } from './daily-messages.calendar.texts.ts';
import { LOOK_ICONS, LOOK_TEXTS, lookOf, pathOf } from './day-look.ts';

interface CalendarGridProps {
  shown: readonly string[];
  today: string;
  /** False if messages can only be read: days cannot be dragged, and empty ones not be opened. */
  mayWrite: boolean;
  /** Messages of the days shown; undefined while loading. */
  days: readonly CalendarDay[] | undefined;
  onMonth: (month: string) => void;
  onDrop: (day: CalendarDay, target: CalendarDay) => void;
  onMove: (day: CalendarDay) => void;
  onPreview: (day: string) => void;
}

/** Target day of each key. */
const KEYS: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day) => sameDayOfMonth(day, addMonths(monthOf(day), -1)),
  PageDown: (day) => sameDayOfMonth(day, addMonths(monthOf(day), 1)),
};

/** An arbitrary Monday, to format the names of weekdays. */
const MONDAY = '2024-01-01';
const WEEK = [0, 1, 2, 3, 4, 5, 6];

/**
 * Consecutive days, such as those of a month, in weeks from Monday. One day has the tab stop; arrow keys move
 * to the others, and into the months around them.
 */
export function CalendarGrid(props: CalendarGridProps) {
  const { shown, today, mayWrite, days, onMonth, onMove, onPreview } = props;
  const grid = useRef<HTMLDivElement>(null);
  const { active, moveActive, onFocus } = useRovingDay({
    shown,
    today,
    isLoaded: days !== undefined,
    grid,
    onMonth,
  });
  const [dragged, setDragged] = useState<CalendarDay>();
  const [showsPast, setShowsPast] = useState(false);
  const pastCount = Math.max(0, shown.indexOf(today));
  const isFolded = pastCount > 0 && !showsPast;
  const navigate = useNavigate();
  const byDay = new Map(days?.map((day) => [day.day, day]));

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const day = byDay.get(active);
    const step = KEYS[event.key];
    const act = step
      ? () => moveActive(step)
      : {
          ' ': () => {
            const path = day && pathOf(day, today, mayWrite);
            if (path) void navigate(path);
            else if (day?.title) onPreview(active);
          },
          ...(mayWrite && { m: () => day && onMove(day) }),
          p: () => onPreview(active),
        }[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return (
    <>
      {isFolded && (
        <Button hiddenFrom="sm" variant="subtle" fullWidth radius={0} onClick={() => setShowsPast(true)}>
          {calendar.showPast(pastCount)}
        </Button>
      )}
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-label={t.calendar}
        aria-busy={!days}
        aria-colcount={WEEK.length}
        className={classes.grid}
        data-folded={isFolded || undefined}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <div role="row" className={classes.weekdays}>
          {WEEK.map((index) => (
            <div
              key={index}
              role="columnheader"
              aria-label={formatDay(addDays(MONDAY, index), { weekday: 'long' })}
            >
              {formatDay(addDays(MONDAY, index), { weekday: 'short' })}
            </div>
          ))}
        </div>
        {weeksOf(shown).map((week) => (
          <div key={week[0]} role="row" className={classes.week}>
            {week.map((day) => (
              <DayCell
                key={day}
                {...props}
                day={day}
                info={byDay.get(day)}
                isActive={day === active}
                dragged={dragged}
                onDrag={setDragged}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

/** Days by week; the first and last week may be shorter. */
function weeksOf(days: readonly string[]): string[][] {
  const weeks = Map.groupBy(days, (day) => addDays(day, -weekdayOf(day)));
  return [...weeks.values()];
}

interface RovingOptions {
  shown: readonly string[];
  today: string;
  isLoaded: boolean;
  grid: React.RefObject<HTMLElement | null>;
  onMonth: (month: string) => void;
}

/** Roving tab stop: the focusable day, and its movement by keys. */
function useRovingDay({ shown, today, isLoaded, grid, onMonth }: RovingOptions) {
  const [chosen, setChosen] = useState(today);
  /** Target of key presses until the focus follows: another month takes a moment to load. */
  const pendingDay = useRef<string>(undefined);
  const active = [chosen, today].find((day) => shown.includes(day)) ?? shown[0] ?? today;

  useEffect(() => {
    if (!isLoaded || pendingDay.current !== active) return;
    pendingDay.current = undefined;
    grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
  });

  function moveActive(step: (day: string) => string): void {
    const from = pendingDay.current ?? active;
    const day = step(from);
    pendingDay.current = day;
    setChosen(day);
    // From a month that is still loading, the target month must be requested even if it is shown.
    if (shown.includes(from) && shown.includes(day)) return;
    grid.current?.focus({ preventScroll: true });
    onMonth(monthOf(day));
  }

  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    const { day } = target.dataset;
    if (day !== undefined) setChosen(day);
  }
  return { active, moveActive, onFocus };
}

interface DayCellProps extends CalendarGridProps {
  day: string;
  info: CalendarDay | undefined;
  isActive: boolean;
  dragged: CalendarDay | undefined;
  onDrag: (day: CalendarDay | undefined) => void;
}

function DayCell({ day, info, isActive, today, mayWrite, dragged, onDrag, onDrop, onPreview }: DayCellProps) {
  const { search } = useLocation();
  const [isOver, setOver] = useState(false);
  const isPast = day < today;
  const isTarget = dragged !== undefined && !isPast && dragged.day !== day;
  const target = (act: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!isTarget) return;
    event.preventDefault();
    act(event);
  };
  const path = info && pathOf(info, today, mayWrite);
  const common = {
    'data-day': day,
    tabIndex: isActive ? 0 : -1,
    'aria-current': day === today ? ('date' as const) : undefined,
    className: classes.day ?? '',
    children: <DayContent day={day} info={info} isPast={isPast} canAdd={mayWrite && !isPast} />,
  };
  return (
    <div
      role="gridcell"
      tabIndex={-1}
      aria-colindex={weekdayOf(day) + 1}
      style={{ gridColumn: weekdayOf(day) + 1 }}
      className={classes.cell}
      data-look={info && lookOf(info)}
      data-past={isPast || undefined}
      data-today={day === today || undefined}
      data-over={(isOver && isTarget) || undefined}
      data-dragged={dragged?.day === day || undefined}
      onDragOver={target(() => setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={target(() => {
        setOver(false);
        if (dragged && info) onDrop(dragged, info);
        onDrag(undefined);
      })}
    >
      {path ? (
        <Link
          {...common}
          to={path}
          state={{ from: search }}
          draggable={mayWrite && info.version !== null && !isPast}
          onDragStart={({ dataTransfer }) => {
            dataTransfer.effectAllowed = 'move';
            onDrag(info);
          }}
          onDragEnd={() => onDrag(undefined)}
        />
      ) : info?.title ? (
        <button {...common} type="button" onClick={() => onPreview(day)} />
      ) : (
        <span {...common} role="link" aria-disabled />
      )}
    </div>
  );
}

interface DayContentProps {
  day: string;
  info: CalendarDay | undefined;
  isPast: boolean;
  canAdd: boolean;
}

const DayContent = ({ day, info, isPast, canAdd }: DayContentProps) => (
  <>
    <Group gap={6} wrap="nowrap" mih="1.625rem" component="span">
      <span className="visually-hidden">{`${longDay(day)}, `}</span>
      <Center className={`number ${classes.number}`} component="span" miw={26} h={26} fw={650} aria-hidden>
        {Number(day.slice(8))}
      </Center>
      <span className={`${classes.weekday} capital`} aria-hidden>
        {formatDay(day, { weekday: 'long' })}
      </span>
      {info && <State info={info} isPast={isPast} />}
    </Group>
    {info ? <Message info={info} canAdd={canAdd} /> : <MessageSkeleton />}
  </>
);

const MessageSkeleton = () => (
  <>
    <Skeleton height={13} width="80%" mt={4} />
    <Skeleton height={13} width="50%" mt={8} visibleFrom="sm" />
  </>
);

function State({ info, isPast }: { info: CalendarDay; isPast: boolean }) {
  const look = lookOf(info);
  const Icon = LOOK_ICONS[look];
  const isEmpty = look === 'empty' && isPast;
  const missing = look === 'partial' && LOCALES.find((locale) => !info.locales.includes(locale));
  // Ready is the norm: only what differs from it is seen.
  if (look === 'ready') return <span className="visually-hidden">{t.ready} </span>;
  return (
    <Group gap={4} wrap="nowrap" miw={0} ms="auto" fz="0.75rem" fw={600} c="var(--mark)" component="span">
      {!isEmpty && <Icon size={15} stroke={1.9} style={{ flex: 'none' }} aria-hidden />}
      <span className={classes.stateText}>
        {isEmpty ? calendar.nothingShown : missing ? calendar.without(missing) : t[LOOK_TEXTS[look]]}
      </span>
    </Group>
  );
}

function Message({ info, canAdd }: { info: CalendarDay; canAdd: boolean }) {
  if (info.title === '')
    return (
      canAdd && (
        <Center flex={1} c="var(--mark)" visibleFrom="sm" component="span">
          <IconPlus size={18} aria-hidden />
        </Center>
      )
    );
  return (
    <>
      <Text className={classes.title ?? ''} fw={600} lh={1.35} lineClamp={2} dir="auto" span>
        {info.title}
      </Text>
      <Group
        className={info.locales.length < LOCALES.length ? (classes.locales ?? '') : 'visually-hidden'}
        gap={4}
        mt="auto"
        fz="0.75rem"
        fw={600}
        c="dimmed"
        component="span"
      >
        {LOCALES.map((locale) => {
          const isComplete = info.locales.includes(locale);
          return (
            <span key={locale} data-complete={isComplete}>
              <span aria-hidden>{locale.toUpperCase()}</span>
              <span className="visually-hidden">{isComplete ? t.isThere(locale) : t.isMissing(locale)} </span>
            </span>
          );
        })}
      </Group>
    </>
  );
}

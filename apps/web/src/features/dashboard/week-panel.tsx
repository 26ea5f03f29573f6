import { contract } from 'virtual:contract';
import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import type { CalendarDay } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { SimpleGrid, Skeleton, Text } from '@mantine/core';
import { IconBell, IconCalendarHeart, IconNews, IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Panel } from '../../components/panel.tsx';
import { addDays, monthOf } from '../../platform/civil-date.ts';
import { formatDay, formatTime, localTimeOf } from '../../platform/dates.ts';
import { firstIn } from '../../platform/default-locale.ts';
import { useAllowed } from '../accounts/accounts.users.queries.ts';
import { useBroadcasts } from '../broadcasts/broadcasts.queries.ts';
import { useCalendar } from '../daily-messages/daily-messages.queries.ts';
import { useArticles } from '../news/news.queries.ts';
import classes from './dashboard.module.css';
import { t } from './dashboard.week.texts.ts';

const DAYS = [0, 1, 2, 3, 4, 5, 6];

/** Maximum articles and broadcasts: those of one page. */
const LIMIT = 100;

interface Publication {
  icon: typeof IconNews;
  to: string;
  title: string;
  /** Local time `2026-11-23T08:30`; absent for a daily message. */
  at?: string | undefined;
  /** Read out by screen readers before the title. */
  kind: string;
  /** True for a daily message that is not ready, which members do not get. */
  isDraft?: boolean;
}

/** Everything that members get in the next seven days, starting today, of what the user may read. */
export function WeekPanel({ today, zone }: { today: string; zone: string }) {
  const may = {
    days: useAllowed(contract.dailyMessages.readCalendar),
    articles: useAllowed(contract.news.readNews),
    pushes: useAllowed(contract.broadcasts.readBroadcasts),
  };
  const days = useWeek(today, zone, may);
  if (!may.days && !may.articles && !may.pushes) return null;
  return (
    <Panel title={t.title}>
      {days ? (
        <SimpleGrid
          component="ol"
          cols={{ base: 1, sm: 4, lg: 7 }}
          spacing="sm"
          className={classes.week ?? ''}
        >
          {days.map(({ day, publications, isReserve }) => (
            <li key={day} className={classes.day} aria-current={day === today ? 'date' : undefined}>
              <Text fw={650} size="sm" mb={6}>
                {day === today
                  ? t.today
                  : formatDay(day, { weekday: 'short', day: 'numeric', month: 'short' })}
              </Text>
              {(isReserve || publications.every(({ isDraft }) => isDraft)) && (
                <Text c="dimmed" size="sm">
                  {isReserve ? t.reserve : t.nothing}
                </Text>
              )}
              {publications.length > 0 && (
                <ul>
                  {publications.map((publication) => (
                    <PublicationLink key={publication.to} {...publication} />
                  ))}
                </ul>
              )}
            </li>
          ))}
        </SimpleGrid>
      ) : (
        <Skeleton h={{ base: 640, sm: 267, lg: 159 }} />
      )}
    </Panel>
  );
}

const PublicationLink = ({ icon: Icon, to, title, at, kind, isDraft }: Publication) => (
  <li>
    <Link to={to} className={classes.publication} title={title}>
      <Icon size={15} stroke={1.7} aria-hidden />
      <Text size="sm" lineClamp={2} span {...(isDraft && { c: 'dimmed' })}>
        <span className={isDraft ? '' : 'visually-hidden'}>{kind} </span>
        {at && <span className="number">{formatTime(`${at}Z`, 'UTC')} </span>}
        {title}
      </Text>
    </Link>
  </li>
);

interface DayOfWeek {
  day: string;
  publications: Publication[];
  /** True if members will get a message from the reserve that is not chosen yet, even if there is a draft. */
  isReserve: boolean;
}

/** Undefined while loading. */
function useWeek(
  from: string,
  zone: string,
  may: { days: boolean; articles: boolean; pushes: boolean },
): DayOfWeek[] | undefined {
  const to = addDays(from, DAYS.length - 1);
  const calendars = [
    useCalendar(monthOf(from), { isOn: may.days }).data?.body,
    useCalendar(monthOf(to), { isOn: may.days }).data?.body,
  ];
  const planned = { status: 'scheduled', from, to, limit: LIMIT } as const;
  const articles = useArticles({ ...planned, sort: 'visible_from' }, { isOn: may.articles }).data?.body.data;
  // A broadcast at the recipients' local time starts on the day before, and may already be sending.
  const broadcastQuery = { ...planned, from: addDays(from, -1) };
  const pushes = [
    useBroadcasts(broadcastQuery, { isOn: may.pushes }).data?.body.data,
    useBroadcasts({ ...broadcastQuery, status: 'sending' }, { isOn: may.pushes }).data?.body.data,
  ];
  if (may.days && calendars.includes(undefined)) return undefined;
  if (may.articles && !articles) return undefined;
  if (may.pushes && pushes.includes(undefined)) return undefined;

  const calendar = new Map(
    calendars.flatMap((month) => month?.data ?? []).map((entry) => [entry.day, entry]),
  );
  const timed = [
    ...(articles ?? []).map(
      (article): Publication => ({
        icon: IconNews,
        kind: t.article,
        to: `/news/${article.id}`,
        title: firstIn((locale) => article.titles[locale]) ?? '',
        at: article.visible_from ? localTimeOf(article.visible_from, zone) : undefined,
      }),
    ),
    ...pushes
      .flatMap((some) => some ?? [])
      .map(
        (push): Publication => ({
          icon: IconBell,
          kind: t.push,
          to: `/broadcast/${push.id}`,
          title: push.name || (firstIn((locale) => push.translations[locale]?.title) ?? ''),
          at: plannedTime(push, zone),
        }),
      ),
  ].toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''));
  return DAYS.map((offset) => {
    const day = addDays(from, offset);
    const onDay = timed.filter(({ at }) => at?.startsWith(day));
    const entry = calendar.get(day);
    const message = messageOf(entry);
    return {
      day,
      publications: [...message, ...draftOf(entry), ...onDay],
      isReserve: message.length === 0 && (calendars[0]?.reserve.count ?? 0) > 0,
    };
  });
}

/** Local time of a broadcast: the recipients', or that of the organisation's zone. */
const plannedTime = ({ schedule_mode, scheduled_local, scheduled_at }: BroadcastPublic, zone: string) =>
  schedule_mode === 'local'
    ? (scheduled_local ?? undefined)
    : scheduled_at
      ? localTimeOf(scheduled_at, zone)
      : undefined;

/** The message that members see on a day, if any. */
function messageOf(entry: CalendarDay | undefined): Publication[] {
  const shown = entry?.state === 'ready' ? entry : entry?.reserve;
  if (!shown?.id) return [];
  return [
    {
      icon: IconCalendarHeart,
      kind: t.message,
      to: `/daily-message/${shown.id}`,
      title: shown.title,
    },
  ];
}

const draftOf = (entry: CalendarDay | undefined): Publication[] =>
  entry?.state === 'draft'
    ? [
        {
          icon: IconPencil,
          kind: t.draft,
          to: `/daily-message/${entry.id}`,
          title: entry.title,
          isDraft: true,
        },
      ]
    : [];

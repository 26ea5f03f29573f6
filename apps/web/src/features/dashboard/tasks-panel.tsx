import { contract } from 'virtual:contract';
import type { Dashboard, Task } from '@agora/contract/features/dashboard/dashboard.contract';
import {
  TASKS as PERMISSIONS,
  type TaskCode,
} from '@agora/contract/features/dashboard/dashboard.tasks.rules';
import { can } from '@agora/contract/shared/permissions';
import { Button, Group, Skeleton, Stack, Text, ThemeIcon } from '@mantine/core';
import {
  IconBellPause,
  IconBellX,
  IconCalendarHeart,
  IconCalendarOff,
  IconChecklist,
  IconCircleCheck,
  IconLanguage,
  IconMessageExclamation,
  IconPencil,
  IconStar,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Panel } from '../../components/panel.tsx';
import { monthOf } from '../../platform/civil-date.ts';
import { firstIn } from '../../platform/default-locale.ts';
import { useAllowed, useCurrentUser } from '../accounts/accounts.users.queries.ts';
import { useCalendar, useDailyMessage } from '../daily-messages/daily-messages.queries.ts';
import type { useTasks } from './dashboard.queries.ts';
import { t } from './dashboard.tasks.texts.ts';
import { t as dashboard } from './dashboard.texts.ts';

const TASKS: Record<TaskCode, { icon: typeof IconStar; color: string; page: string }> = {
  broadcasts_missed: { icon: IconBellX, color: 'red', page: '/broadcast' },
  broadcasts_paused: { icon: IconBellPause, color: 'red', page: '/broadcast' },
  broadcasts_to_approve: { icon: IconChecklist, color: 'yellow', page: '/approvals' },
  news_to_approve: { icon: IconChecklist, color: 'yellow', page: '/approvals' },
  messages_overdue: { icon: IconMessageExclamation, color: 'yellow', page: '/messages' },
  ratings_low: { icon: IconStar, color: 'yellow', page: '/rates' },
  days_draft: { icon: IconPencil, color: 'gray', page: '/daily-message' },
  days_without_fr: { icon: IconLanguage, color: 'gray', page: '/daily-message' },
  days_without_en: { icon: IconLanguage, color: 'gray', page: '/daily-message' },
};

/** URL of the page that lists exactly what a task counts. */
function taskUrl({ code, filter }: Task): string {
  const { page } = TASKS[code];
  const { awaiting: _tab, place: _all, ...rest } = filter;
  const query = new URLSearchParams(page === '/daily-message' ? { view: 'list', ...rest } : rest);
  return `${page}?${query}`;
}

/** Work for today: the daily message, then the tasks that the user may do, the most urgent first. */
export function TasksPanel({ figures, query }: { figures: Dashboard; query: ReturnType<typeof useTasks> }) {
  const { data, error, refetch } = query;
  const tasks = data?.body.data;
  const missing = figures.daily_messages;
  const me = useCurrentUser();
  const permissions = Object.values(PERMISSIONS);
  const hasTasks = permissions.some((permission) => can(me, permission));
  const hasAllTasks = permissions.every((permission) => can(me, permission));
  const mayReadDays = useAllowed(contract.dailyMessages.readCalendar);
  const mayWriteDays = useAllowed(contract.dailyMessages.createDailyMessage);
  const isShort = mayWriteDays && missing !== null && missing.missing > 0;
  const isDone = hasTasks && tasks?.length === 0 && !isShort;
  if (!mayReadDays && !hasTasks) return null;
  return (
    <Panel title={hasTasks ? t.title : dashboard.view_today}>
      {!tasks && error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Stack component="ul" gap={0} className="rows">
          {mayReadDays && <TodaysMessage today={figures.today} />}
          {!tasks && <Skeleton component="li" height={62} />}
          {tasks?.map((task) => {
            const { icon, color } = TASKS[task.code];
            const title = t[`${task.code}_title`](task.count);
            return (
              <Row
                key={task.code}
                icon={icon}
                color={color}
                title={title}
                note={t[`${task.code}_note`]}
                action={<Action to={taskUrl(task)} text={t[`${task.code}_action`]} about={title} />}
              />
            );
          })}
          {isShort && (
            <Row
              icon={IconCalendarOff}
              color="gray"
              title={t.days_missing_title(missing.missing)}
              note={t.days_missing_note(missing.reserve)}
              action={
                <Action
                  to={`/daily-message?from=${missing.first_missing}&to=${missing.last_missing}`}
                  text={t.days_missing_action}
                  about={t.days_missing_title(missing.missing)}
                />
              }
            />
          )}
          {isDone && (
            <Row icon={IconCircleCheck} color="teal" title={t.nothing} note={hasAllTasks && t.nothingNote} />
          )}
        </Stack>
      )}
    </Panel>
  );
}

/** The message that members see today, or what to do if there is none. */
function TodaysMessage({ today }: { today: string }) {
  const mayWrite = useAllowed(contract.dailyMessages.createDailyMessage);
  const calendar = useCalendar(monthOf(today)).data?.body;
  const day = calendar?.data.find((entry) => entry.day === today);
  if (!day) return <MessageSkeleton />;
  const id = day.state === 'ready' ? day.id : day.reserve?.id;
  if (id) return <MessageRow id={id} kind={day.state === 'ready' ? t.today_title : t.today_reserve} />;
  return (
    <Row
      icon={IconCalendarHeart}
      color="yellow"
      title={day.id ? t.today_draft : t.today_none}
      note={calendar?.reserve.count ? t.today_reserveNote : t.today_noneNote}
      action={
        (day.id || mayWrite) && (
          <Action
            to={day.id ? `/daily-message/${day.id}` : `/daily-message/new?day=${today}`}
            text={day.id ? t.today_open : t.today_write}
            about={t.today_title}
          />
        )
      }
    />
  );
}

const MessageSkeleton = () => <Skeleton component="li" h={{ base: 103, sm: 41 }} my="sm" />;

function MessageRow({ id, kind }: { id: string; kind: string }) {
  const message = useDailyMessage(id).data?.body;
  if (!message) return <MessageSkeleton />;
  const text = firstIn((locale) => message.translations[locale]);
  return (
    <Row
      icon={IconCalendarHeart}
      color="teal"
      title={kind}
      note={
        <Text lineClamp={2} inherit span>
          {[text?.title, text?.body].filter(Boolean).join(' · ')}
        </Text>
      }
      action={<Action to={`/daily-message/${id}`} text={t.today_open} about={kind} />}
    />
  );
}

/** The accessible name includes the subject, since several rows have the same text on their button. */
const Action = ({ to, text, about }: { to: string; text: string; about: string }) => (
  <Button component={Link} to={to} size="xs" variant="default" flex="none" aria-label={t.about(text, about)}>
    {text}
  </Button>
);

interface RowProps {
  icon: typeof IconStar;
  color: string;
  title: string;
  note: ReactNode;
  action?: ReactNode;
}

const Row = ({ icon: Icon, color, title, note, action }: RowProps) => (
  <Group component="li" py="sm" gap="sm" justify="flex-end">
    <Group gap="sm" wrap="nowrap" flex="1 1 16rem">
      <ThemeIcon variant="light" color={color} size={38} radius="md">
        <Icon size={20} stroke={1.6} aria-hidden />
      </ThemeIcon>
      <div>
        <Text fw={600} lineClamp={2}>
          {title}
        </Text>
        <Text c="dimmed" size="sm">
          {note}
        </Text>
      </div>
    </Group>
    {action}
  </Group>
);

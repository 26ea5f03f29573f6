import { contract } from 'virtual:contract';
import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { addDays, monthOf } from '../../../platform/civil-date.ts';
import { useToday } from '../../accounts/accounts.preferences.queries.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import { pathOf } from '../calendar/day-look.ts';
import { useCalendar } from '../daily-messages.queries.ts';
import { t } from './daily-messages.editing.texts.ts';

interface DayLinksProps {
  day: string;
  /** History state of the list to return to. */
  from: string;
}

/** Links to the messages of the days before and after. */
export const DayLinks = ({ day, from }: DayLinksProps) => (
  <Group gap={6} wrap="nowrap">
    <DayLink day={addDays(day, -1)} from={from} label={t.previousDay} icon={IconChevronLeft} />
    <DayLink day={addDays(day, 1)} from={from} label={t.nextDay} icon={IconChevronRight} />
  </Group>
);

interface DayLinkProps extends DayLinksProps {
  label: string;
  icon: typeof IconChevronLeft;
}

function DayLink({ day, from, label, icon: Icon }: DayLinkProps) {
  const today = useToday();
  const mayWrite = useAllowed(contract.dailyMessages.createDailyMessage);
  const entry = useCalendar(monthOf(day)).data?.body.data.find((known) => known.day === day);
  const path = entry && pathOf(entry, today, mayWrite);
  const look = { variant: 'default', size: 32, 'aria-label': label, title: label } as const;
  const icon = <Icon size={18} aria-hidden />;
  return path ? (
    <ActionIcon component={Link} to={path} state={{ from }} {...look}>
      {icon}
    </ActionIcon>
  ) : (
    <ActionIcon disabled {...look}>
      {icon}
    </ActionIcon>
  );
}

import type { DailyMessagePublic } from '@agora/contract/features/daily-messages/daily-messages.contract';
import { Stack, Text } from '@mantine/core';
import { useLocation } from 'react-router';
import type { Column } from '../../../components/data-table.tsx';
import { Highlight } from '../../../components/highlight.tsx';
import { Moment } from '../../../components/moment.tsx';
import { RowName } from '../../../components/row-name.tsx';
import { formatDay } from '../../../platform/dates.ts';
import { readingOrder } from '../../../platform/default-locale.ts';
import { t } from '../daily-messages.texts.ts';
import { LanguageChips, StatusChip, titleOf } from '../message-status.tsx';

const shortDay = (day: string) =>
  formatDay(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

/** The beginning of the text, in the reader's language first. */
const excerptOf = ({ translations }: DailyMessagePublic) =>
  readingOrder()
    .map((locale) => translations[locale]?.body)
    .find(Boolean);

export function useMessageColumns(
  view: 'list' | 'reserve' | 'trash',
  search: string | undefined,
): Column<DailyMessagePublic>[] {
  const { search: address } = useLocation();
  const message: Column<DailyMessagePublic> = {
    key: 'message',
    header: t.message,
    cell: (row) => {
      const title = titleOf(row);
      const excerpt = excerptOf(row);
      return (
        <Stack gap={2} maw="34rem" style={{ overflowWrap: 'anywhere' }}>
          <RowName
            name={title ?? ''}
            placeholder={t.noTitle}
            search={search}
            to={row.deleted_at ? undefined : `/daily-message/${row.id}`}
            state={{ from: address }}
          />
          {excerpt && excerpt !== title && (
            <Text c="dimmed" size="xs" lineClamp={1} span>
              <Highlight text={excerpt} search={search} />
            </Text>
          )}
        </Stack>
      );
    },
  };
  const day: Column<DailyMessagePublic> = {
    key: 'day',
    header: t.day,
    sortKey: 'day',
    descendingFirst: true,
    cell: (row) => (
      <Text style={{ whiteSpace: 'nowrap' }} span>
        {row.day ? shortDay(row.day) : t.reserveDay}
      </Text>
    ),
  };
  const status: Column<DailyMessagePublic> = {
    key: 'status',
    header: t.status,
    cell: (row) => <StatusChip status={row.status} />,
  };
  const languages: Column<DailyMessagePublic> = {
    key: 'languages',
    header: t.languages,
    cell: (row) => <LanguageChips translations={row.translations} />,
  };
  const lastShown: Column<DailyMessagePublic> = {
    key: 'last_shown_on',
    header: t.lastShown,
    cell: (row) => (
      <Text style={{ whiteSpace: 'nowrap' }} span>
        {row.last_shown_on ? shortDay(row.last_shown_on) : t.never}
      </Text>
    ),
  };
  const updated: Column<DailyMessagePublic> = {
    key: 'updated_at',
    header: t.updated,
    sortKey: 'updated_at',
    descendingFirst: true,
    isSecondary: true,
    cell: ({ updated_at }) => <Moment at={updated_at} format="relative" />,
  };
  const deleted: Column<DailyMessagePublic> = {
    key: 'deleted_at',
    header: t.deletedAt,
    cell: ({ deleted_at }) => deleted_at && <Moment at={deleted_at} format="relative" />,
  };
  if (view === 'trash') return [message, day, status, languages, deleted];
  return [message, view === 'list' ? day : lastShown, status, languages, updated];
}

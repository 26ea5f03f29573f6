import type { DailyMessagePublic } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { Stack, Text } from '@mantine/core';
import { useLocation } from 'react-router';
import {
  actionsColumn,
  type CellProps,
  columnHelper,
  selectColumn,
} from '../../../components/data-table.tsx';
import { Highlight } from '../../../components/highlight.tsx';
import { Moment } from '../../../components/moment.tsx';
import { RowName } from '../../../components/row-name.tsx';
import { formatDay } from '../../../platform/dates.ts';
import { firstIn } from '../../../platform/default-locale.ts';
import { useSearchText } from '../../../platform/list-state.ts';
import { t } from '../daily-messages.texts.ts';
import { MessageRowActions } from '../message-actions.tsx';
import { LanguageChips, StatusChip, titleOf } from '../message-status.tsx';

const shortDay = (day: string) =>
  formatDay(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

/** The beginning of the text, in the reader's language first. */
const excerptOf = ({ translations }: DailyMessagePublic) => firstIn((locale) => translations[locale]?.body);

const column = columnHelper<DailyMessagePublic>();

const select = selectColumn<DailyMessagePublic>((row) => titleOf(row) || t.noTitle);
const actions = actionsColumn<DailyMessagePublic>(({ row }) => <MessageRowActions message={row.original} />);
const message = () => column.display({ id: 'message', header: t.message, cell: Message });
const day = () =>
  column.accessor('day', {
    header: t.day,
    sortDescFirst: true,
    cell: ({ row: { original } }) => <Day day={original.day} fallback={t.reserveDay} />,
  });
const status = () =>
  column.display({
    id: 'status',
    header: t.status,
    cell: ({ row }) => <StatusChip status={row.original.status} />,
  });
const languages = () =>
  column.display({
    id: 'languages',
    header: t.languages,
    cell: ({ row }) => <LanguageChips translations={row.original.translations} />,
  });
const updated = () =>
  column.accessor('updated_at', {
    header: t.updated,
    sortDescFirst: true,
    meta: { visibleFrom: 'md' },
    cell: ({ row }) => <Moment at={row.original.updated_at} format="relative" />,
  });

/** The columns of each view. */
export const messageColumns = {
  list: () => column.columns([select, message(), day(), status(), languages(), updated(), actions]),
  reserve: () =>
    column.columns([
      select,
      message(),
      column.display({
        id: 'last_shown_on',
        header: t.lastShown,
        cell: ({ row: { original } }) => <Day day={original.last_shown_on} fallback={t.never} />,
      }),
      status(),
      languages(),
      updated(),
      actions,
    ]),
  trash: () =>
    column.columns([
      select,
      message(),
      day(),
      status(),
      languages(),
      column.display({
        id: 'deleted_at',
        header: t.deletedAt,
        cell: ({ row: { original } }) =>
          original.deleted_at && <Moment at={original.deleted_at} format="relative" />,
      }),
      actions,
    ]),
};

/** For those who do not write: no actions on one row. */
export const readColumns = {
  list: () => messageColumns.list().filter((one) => one !== actions),
  reserve: () => messageColumns.reserve().filter((one) => one !== actions),
  trash: () => messageColumns.trash().filter((one) => one !== actions),
};

function Message({ row: { original: row } }: CellProps<DailyMessagePublic>) {
  const { search: address } = useLocation();
  const search = useSearchText();
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
}

const Day = ({ day, fallback }: { day: string | null; fallback: string }) => (
  <Text style={{ whiteSpace: 'nowrap' }} span>
    {day ? shortDay(day) : fallback}
  </Text>
);

import type { DailyMessagePublic } from '@agora/contract/features/daily-messages/daily-messages.contract';
import { Link, useLocation } from 'react-router';
import type { Column } from '../../../components/data-table.tsx';
import { Highlight } from '../../../components/highlight.tsx';
import { Moment } from '../../../components/moment.tsx';
import { formatDay } from '../../../platform/dates.ts';
import { DEFAULT_LOCALE } from '../../../platform/default-locale.ts';
import { LOCALES } from '../../../platform/i18n.ts';
import classes from '../daily-messages.module.css';
import { t } from '../daily-messages.texts.ts';
import { titleOf } from '../editing/message-values.ts';
import { LanguageChips, StatusChip } from '../message-status.tsx';

const shortDay = (day: string) =>
  formatDay(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

/** The beginning of the text, in the first language that has one. */
const excerptOf = ({ translations }: DailyMessagePublic) =>
  [DEFAULT_LOCALE, ...LOCALES].map((locale) => translations[locale]?.body).find(Boolean);

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
      const name = title ? <Highlight text={title} search={search} /> : <em>{t.noTitle}</em>;
      const excerpt = excerptOf(row);
      return (
        <div className={classes.message}>
          {row.deleted_at ? (
            <span dir="auto" className={classes.name}>
              {name}
            </span>
          ) : (
            <Link
              to={`/daily-message/${row.id}`}
              state={{ from: address }}
              dir="auto"
              className={classes.name}
            >
              {name}
            </Link>
          )}
          {excerpt && excerpt !== title && (
            <span className={classes.excerpt}>
              <Highlight text={excerpt} search={search} />
            </span>
          )}
        </div>
      );
    },
  };
  const day: Column<DailyMessagePublic> = {
    key: 'day',
    header: t.day,
    sortKey: 'day',
    descendingFirst: true,
    cell: (row) => <span className={classes.when}>{row.day ? shortDay(row.day) : t.reserveDay}</span>,
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
      <span className={classes.when}>{row.last_shown_on ? shortDay(row.last_shown_on) : t.never}</span>
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

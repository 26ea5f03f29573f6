import type {
  AppNotification,
  AppNotificationsPage,
} from '@agora/contract/features/broadcasts/broadcasts.app.contract';
import { LOCALES } from '@agora/contract/shared/locales';
import type { Db } from '../../../platform/db/client.ts';
import { AppError } from '../../../platform/errors.ts';
import { longPage } from '../../../platform/http/long-page.ts';
import { pushNameIn, textWithName } from '../compose/broadcasts.content.service.ts';
import {
  countNotifications,
  hasNotification,
  listNotifications,
  openNotification,
} from './broadcasts.app.queries.ts';

interface Reader {
  id: string;
  full_name: string | null;
}

interface Inbox {
  data: AppNotification[];
  count: number;
  unread: number;
}

/** Pushes sent to a member, latest first, with the name that they have now. @throws {AppError} `row_gone` */
export async function readInbox(
  db: Db,
  { id: userId, full_name }: Reader,
  page: AppNotificationsPage,
): Promise<Inbox> {
  const { rows, count } = await longPage(page, {
    rows: listNotifications(db, userId, page),
    count: countNotifications(db, userId, page.unread),
    has: (id) => hasNotification(db, userId, id),
  });
  const name = pushNameIn(full_name);
  const data = rows.map(({ translations, day, sent_at, ...row }) => {
    const locale = [row.locale, ...LOCALES].find((each) => translations[each]) ?? row.locale;
    const text = textWithName(translations[locale] ?? { title: '', body: '' }, { day }, name);
    return { ...row, locale, ...text, sent_at: new Date(sent_at).toISOString() };
  });
  return { data, ...count };
}

/** Records the first opening of a push by a member. @throws {AppError} `notification_not_found` */
export async function openInInbox(db: Db, userId: string, id: string): Promise<void> {
  if (!(await openNotification(db, userId, id))) throw new AppError('notification_not_found');
}

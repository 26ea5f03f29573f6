import type { AppNotification } from '@agora/contract/features/broadcasts/broadcasts.app.contract';
import { LOCALES } from '@agora/contract/shared/locales';
import type { Page } from '@agora/contract/shared/pagination';
import type { Db } from '../../../platform/db/client.ts';
import { AppError } from '../../../platform/errors.ts';
import { countNotifications, listNotifications, openNotification } from './broadcasts.app.queries.ts';

interface Inbox {
  data: AppNotification[];
  count: number;
  unread: number;
}

/** Pushes sent to a member, latest first. @param unread filters by read state, if given */
export async function readInbox(db: Db, userId: string, page: Page, unread?: boolean): Promise<Inbox> {
  const [rows, counts] = await Promise.all([
    listNotifications(db, userId, page, unread),
    countNotifications(db, userId, unread),
  ]);
  const data = rows.map(({ translations, sent_at, ...row }) => {
    const locale = [row.locale, ...LOCALES].find((each) => translations[each]) ?? row.locale;
    const { title = '', body = '' } = translations[locale] ?? {};
    return { ...row, locale, title, body, sent_at: new Date(sent_at).toISOString() };
  });
  return { data, ...counts };
}

/** Records the first opening of a push by a member. @throws {AppError} `notification_not_found` */
export async function openInInbox(db: Db, userId: string, id: string): Promise<void> {
  if (!(await openNotification(db, userId, id))) throw new AppError('notification_not_found');
}

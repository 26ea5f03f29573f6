import type { Alert, AlertsRead } from '@agora/contract/features/alerts/alerts.contract';
import { ALERT_KINDS, ALERTS, ALERTS_SHOWN } from '@agora/contract/features/alerts/alerts.rules';
import { can, type Rights } from '@agora/contract/shared/permissions';
import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/client.ts';
import { nameOfUser, users } from '../accounts/accounts.users.table.ts';
import { approvalStatus, approvals, approvalTitles } from '../approvals/approvals.table.ts';
import { alerts } from './alerts.table.ts';

type Row = Omit<Alert, 'created_at' | 'read_at'> & {
  created_at: string;
  read_at: string | null;
  unread: number;
};

type Reader = Pick<Rights, 'is_superuser' | 'permissions'> & { id: string };

const actors = alias(users, 'actors');
const members = alias(users, 'members');

/** Alerts of a user about what they may still read. */
const isReadableBy = (user: Reader) =>
  and(
    eq(alerts.user_id, user.id),
    inArray(
      alerts.kind,
      ALERT_KINDS.filter((kind) => can(user, ALERTS[kind])),
    ),
  );

/** The newest alerts of a user, each with how many are unread. */
export const listAlerts = (db: Db, user: Reader) =>
  db.execute<Row>(sql`
    select alerts.id, kind, alerts.created_at, read_at, ${nameOfUser(actors)} as actor,
      case when threads.id is not null then jsonb_build_object('id', threads.id, 'number', number,
        'subject', subject, 'member', ${nameOfUser(members)}) end as thread,
      case when broadcasts.id is not null then jsonb_build_object('id', broadcasts.id, 'status', broadcasts.status,
        'titles', jsonb_build_object('fr', translations #>> '{fr,title}', 'en', translations #>> '{en,title}'))
      end as broadcast,
      case when ${approvals.id} is not null then jsonb_build_object('status', ${approvalStatus},
        'subject_id', coalesce(${approvals.broadcast_id}, ${approvals.news_id}),
        'titles', ${approvalTitles}) end as approval,
      (select count(*)::int from alerts where ${isReadableBy(user)} and read_at is null) as unread
    from alerts
    left join message_threads as threads on threads.id = thread_id
    left join users as members on members.id = threads.user_id
    left join broadcasts on broadcasts.id = alerts.broadcast_id
    left join approvals on approvals.id = approval_id
    left join users as actors on actors.id = case when approvals.id is null then actor_id
      when decision is not null then decided_by when held_at is null then asked_by end
    where ${isReadableBy(user)}
    order by alerts.created_at desc, alerts.id desc limit ${ALERTS_SHOWN}`);

const isUnreadOf = (user_id: string) => and(eq(alerts.user_id, user_id), isNull(alerts.read_at));

/** @param until also marks all alerts up to this moment */
export const markRead = (db: Db, user_id: string, { ids, until }: AlertsRead) =>
  db
    .update(alerts)
    .set({ read_at: sql`now()` })
    .where(
      and(
        isUnreadOf(user_id),
        or(
          inArray(alerts.id, ids),
          until === undefined ? undefined : lte(alerts.created_at, new Date(until)),
        ),
      ),
    );

/** Marks a user's alerts about a conversation as read, as they have it open. */
export const markThreadAlertsRead = (db: Db, user_id: string, thread_id: string) =>
  db
    .update(alerts)
    .set({ read_at: sql`now()` })
    .where(and(isUnreadOf(user_id), eq(alerts.thread_id, thread_id)));

/** Alerts users mentioned in a note of a conversation, except those who may not read it. */
export const alertMentioned = (db: Db, user_ids: readonly string[], thread_id: string) =>
  db.execute(sql`select alert_user(user_id, 'mentioned', ${thread_id}, null)
    from unnest(${`{${user_ids.join(',')}}`}::uuid[]) as user_id`);

/** Days for which alerts are kept. */
export const ALERT_DAYS = 90;

export const deleteOldAlerts = (db: Db) =>
  db.delete(alerts).where(sql`${alerts.created_at} < now() - ${ALERT_DAYS} * interval '1 day'`);

import type {
  UserFilter,
  UserSort,
  UserStatus,
} from '@agora/contract/features/accounts/accounts.users.schema';
import type { LongPage } from '@agora/contract/shared/pagination';
import { and, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../../platform/db/client.ts';
import { cursor } from '../../../platform/db/cursor.ts';
import { when } from '../../../platform/db/filter.ts';
import { Keyset } from '../../../platform/db/keyset.ts';
import { countRows, countUpTo } from '../../../platform/db/row-counts.ts';
import { containsWords } from '../../../platform/db/search.ts';
import { type Clock, inPeriod, startOfDay } from '../../../platform/db/time-zone.ts';
import { memberDays } from '../accounts.member-days.table.ts';
import {
  columnsOfShownUser,
  isActiveAt,
  nameKey,
  type ShownUser,
  type User,
  users,
} from '../accounts.users.table.ts';

/** Status of an account at `now`: exactly one of four. */
const statusAt = (now: Date) => sql<UserStatus>`case
  when ${users.deleted_at} is not null then 'deleted'
  when not ${isActiveAt(now)} then 'deactivated'
  when ${users.invitation_expires_at} is not null then 'invited'
  else 'active' end`;

/** A filter whose segment is a condition. */
export type AccountFilter = Omit<UserFilter, 'segment_id'> & {
  segment?: SQL;
  /** The accounts that the caller may read. */
  only?: 'members' | 'team';
};

/** Condition of a filter, shared by the list, its count, the export and bulk actions. */
export const matches = (filter: AccountFilter, { now, timeZone }: Clock): SQL | undefined =>
  and(
    filter.status === 'deleted' ? isNotNull(users.deleted_at) : isNull(users.deleted_at),
    when(filter.status, (status) => sql`${statusAt(now)} = ${status}`),
    when(filter.only, (only) => eq(users.is_team, only === 'team')),
    when(filter.is_team, (is_team) => eq(users.is_team, is_team)),
    // Superusers are found by the index of the team.
    filter.is_superuser ? eq(users.is_team, true) : undefined,
    when(filter.is_superuser, (is_superuser) => eq(users.is_superuser, is_superuser)),
    when(filter.role_id, (role_id) => and(eq(users.role_id, role_id), not(users.is_superuser))),
    when(filter.locale, (locale) => eq(users.locale, locale)),
    inPeriod(users.created_at, filter, timeZone),
    when(
      filter.unseen_since,
      (day) => sql`(${users.last_seen_at} is null or ${users.last_seen_at} < ${startOfDay(day, timeZone)})`,
    ),
    inPeriod(users.last_seen_at, { from: filter.last_seen_from, to: filter.last_seen_to }, timeZone),
    when(
      filter.active_on,
      (day) => sql`(not ${users.is_team} and ${users.deleted_at} is null and ${users.id} in (
        select ${memberDays.user_id} from ${memberDays} where ${inPeriod(memberDays.at, { from: day, to: day }, timeZone)}))`,
    ),
    filter.segment,
    when(filter.search || undefined, (search) => containsWords(users.search_text, search)),
  );

export const userKeyset = new Keyset(users.id, {
  created_at: { by: users.created_at },
  email: { by: users.email_key },
  full_name: { by: nameKey, isNullable: true },
  last_seen_at: { by: users.last_seen_at, isNullable: true },
});

export interface UserQuery {
  filter: AccountFilter;
  sort: UserSort;
  clock: Clock;
}

const page = { offset: sql.placeholder('skip'), limit: sql.placeholder('limit') };

/** The most frequent lists, prepared: all accounts, or those of members or the team, newest first. */
const listNewest = prepared((db) =>
  db
    .select(columnsOfShownUser)
    .from(users)
    .where(isNull(users.deleted_at))
    .orderBy(...userKeyset.order('-created_at'))
    .offset(page.offset)
    .limit(page.limit)
    .prepare('list_newest_users'),
);
const listNewestOfKind = prepared((db) =>
  db
    .select(columnsOfShownUser)
    .from(users)
    .where(and(isNull(users.deleted_at), eq(users.is_team, sql.placeholder('is_team'))))
    .orderBy(...userKeyset.order('-created_at'))
    .offset(page.offset)
    .limit(page.limit)
    .prepare('list_newest_users_of_kind'),
);

/** True if a filter contains only the kind of account. */
const isPlain = ({ is_superuser: _super, is_team: _team, only: _only, ...rest }: AccountFilter) =>
  Object.values(rest).every((value) => value === undefined || value === '');

/** Offset from which finding the ids first, by an index-only scan, is faster. */
const DEEP = 1000;

export async function listUsers(
  db: Db,
  { skip, limit, after }: LongPage,
  { filter, sort, clock }: UserQuery,
): Promise<ShownUser[]> {
  const { is_superuser, is_team, only } = filter;
  const isOfKind = is_superuser === undefined && only === undefined;
  if (after === undefined && sort === '-created_at' && skip < DEEP && isOfKind && isPlain(filter))
    return is_team === undefined
      ? listNewest(db, { skip, limit })
      : listNewestOfKind(db, { skip, limit, is_team });
  const isOnPage = and(
    matches(filter, clock),
    when(after, (id) => userKeyset.after(sort, id)),
  );
  const order = userKeyset.order(sort);
  if (skip < DEEP)
    return db
      .select(columnsOfShownUser)
      .from(users)
      .where(isOnPage)
      .orderBy(...order)
      .offset(skip)
      .limit(limit);
  const ids = db
    .select({ id: users.id })
    .from(users)
    .where(isOnPage)
    .orderBy(...order)
    .offset(skip)
    .limit(limit);
  return db
    .select(columnsOfShownUser)
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(...order);
}

/** The kinds of accounts that are counted apart, and what filters say about them. */
const COUNTED = [
  { key: 'users:member', is_superuser: false, is_team: false },
  { key: 'users:staff', is_superuser: false, is_team: true },
  { key: 'users:superuser', is_superuser: true, is_team: true },
];

/** The counters of a filter by kind alone; undefined for every other filter. */
function countersOf(filter: AccountFilter): string[] | undefined {
  if (!isPlain(filter)) return undefined;
  return COUNTED.filter(
    ({ is_superuser, is_team }) =>
      (filter.is_superuser ?? is_superuser) === is_superuser &&
      (filter.is_team ?? is_team) === is_team &&
      (filter.only ?? (is_team ? 'team' : 'members')) === (is_team ? 'team' : 'members'),
  ).map(({ key }) => key);
}

/** `upTo` lets the count stop soon after that number. */
export async function countUsers(
  db: Db,
  filter: AccountFilter,
  clock: Clock,
  upTo?: number,
): Promise<number> {
  const counters = countersOf(filter);
  if (counters) return countRows(db, counters);
  const found = db.select({ id: users.id }).from(users).where(matches(filter, clock));
  return countUpTo(db, found, upTo);
}

/** An account as returned by the driver. */
export interface ExportedUser extends Pick<User, 'id' | 'email' | 'full_name' | 'is_superuser' | 'locale'> {
  status: UserStatus;
  created_at: string;
  last_seen_at: string | null;
}

export interface UserExport extends UserQuery {
  /** Ids of the selected accounts; all that match if absent. */
  ids: string[] | undefined;
}

const isExported = ({ filter, clock, ids }: UserExport) =>
  and(matches(filter, clock), ids && inArray(users.id, ids));

export const countExported = (db: Db, query: UserExport): Promise<number> =>
  query.ids ? db.$count(users, isExported(query)) : countUsers(db, query.filter, query.clock);

export const exportUsers = (db: Db, query: UserExport) =>
  cursor<ExportedUser>(
    db,
    db
      .select({
        id: users.id,
        email: users.email,
        full_name: users.full_name,
        status: statusAt(query.clock.now).as('status'),
        is_superuser: users.is_superuser,
        locale: users.locale,
        created_at: users.created_at,
        last_seen_at: users.last_seen_at,
      })
      .from(users)
      .where(isExported(query))
      .orderBy(...userKeyset.order(query.sort)),
  );

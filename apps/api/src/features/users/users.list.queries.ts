import type { UserFilter, UserSort, UserStatus } from '@agora/contract/features/users/users.contract';
import type { Page } from '@agora/contract/shared/pagination';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../platform/db/client.ts';
import { cursor } from '../../platform/db/cursor.ts';
import { countRows } from '../../platform/db/row-counts.ts';
import { containing, when } from '../../platform/db/search.ts';
import { type Clock, startOfDay } from '../../platform/time-zone.ts';
import { isActiveAt, nameKey, searchText, type User, users } from './users.table.ts';

/** What an account is at `now`: exactly one of the four. */
const statusAt = (now: Date) => sql<UserStatus>`case
  when ${users.deleted_at} is not null then 'deleted'
  when not ${isActiveAt(now)} then 'deactivated'
  when ${users.invitation_expires_at} is not null then 'invited'
  else 'active' end`;

/** The accounts of a filter: the same for the list, its count, the export and bulk actions. */
export const matches = (filter: UserFilter, { now, timeZone }: Clock): SQL | undefined =>
  and(
    filter.status === 'deleted' ? isNotNull(users.deleted_at) : isNull(users.deleted_at),
    when(filter.status, (status) => sql`${statusAt(now)} = ${status}`),
    when(filter.is_superuser, (is_superuser) => eq(users.is_superuser, is_superuser)),
    when(filter.locale, (locale) => eq(users.locale, locale)),
    when(filter.created_from, (day) => sql`${users.created_at} >= ${startOfDay(day, timeZone)}`),
    when(filter.created_to, (day) => sql`${users.created_at} < ${startOfDay(day, timeZone, 1)}`),
    when(
      filter.unseen_since,
      (day) => sql`(${users.last_seen_at} is null or ${users.last_seen_at} < ${startOfDay(day, timeZone)})`,
    ),
    when(filter.search || undefined, (search) => sql`${searchText} like ${containing(search)}`),
  );

/**
 * How a list is ordered, to its last tie. Each matches an index as far as one can: descending with nulls last
 * is none's order, but where there are no nulls it need not be said.
 */
const ORDERS: Record<UserSort, SQL[]> = {
  created_at: [asc(users.created_at), asc(users.id)],
  '-created_at': [desc(users.created_at), desc(users.id)],
  email: [asc(users.email_key), asc(users.id)],
  '-email': [desc(users.email_key), desc(users.id)],
  full_name: [sql`${nameKey} asc nulls last`, asc(users.id)],
  '-full_name': [sql`${nameKey} desc nulls last`, desc(users.id)],
  last_seen_at: [sql`${users.last_seen_at} asc nulls last`, asc(users.id)],
  '-last_seen_at': [sql`${users.last_seen_at} desc nulls last`, desc(users.id)],
};

export interface UserQuery {
  filter: UserFilter;
  sort: UserSort;
  clock: Clock;
}

const page = { offset: sql.placeholder('skip'), limit: sql.placeholder('limit') };

/** What most calls ask for, prepared: everybody, and everybody of one role, newest first. */
const listNewest = prepared((db) =>
  db
    .select()
    .from(users)
    .where(isNull(users.deleted_at))
    .orderBy(...ORDERS['-created_at'])
    .offset(page.offset)
    .limit(page.limit)
    .prepare('list_newest_users'),
);
const listNewestOfRole = prepared((db) =>
  db
    .select()
    .from(users)
    .where(and(isNull(users.deleted_at), eq(users.is_superuser, sql.placeholder('is_superuser'))))
    .orderBy(...ORDERS['-created_at'])
    .offset(page.offset)
    .limit(page.limit)
    .prepare('list_newest_users_of_role'),
);

/** Whether a filter asks for nothing but the role. */
const isPlain = ({ is_superuser: _role, ...rest }: UserFilter) =>
  Object.values(rest).every((value) => value === undefined || value === '');

/** Rows to skip from which on it pays to find the ids first: an index alone has them. */
const DEEP = 1000;

export async function listUsers(
  db: Db,
  { skip, limit }: Page,
  { filter, sort, clock }: UserQuery,
): Promise<User[]> {
  const { is_superuser } = filter;
  if (sort === '-created_at' && skip < DEEP && isPlain(filter))
    return is_superuser === undefined
      ? listNewest(db, { skip, limit })
      : listNewestOfRole(db, { skip, limit, is_superuser });
  const isMeant = matches(filter, clock);
  const order = ORDERS[sort];
  if (skip < DEEP)
    return db
      .select()
      .from(users)
      .where(isMeant)
      .orderBy(...order)
      .offset(skip)
      .limit(limit);
  const ids = db
    .select({ id: users.id })
    .from(users)
    .where(isMeant)
    .orderBy(...order)
    .offset(skip)
    .limit(limit);
  return db
    .select()
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(...order);
}

/** The counters of a filter that asks for nothing but the role; undefined for every other filter. */
function countersOf(filter: UserFilter): string[] | undefined {
  if (!isPlain(filter)) return undefined;
  const { is_superuser } = filter;
  const members = is_superuser === true ? [] : ['users:member'];
  return is_superuser === false ? members : [...members, 'users:superuser'];
}

export async function countUsers(db: Db, filter: UserFilter, clock: Clock): Promise<number> {
  const counters = countersOf(filter);
  if (counters) return countRows(db, counters);
  const [row] = await db.select({ count: count() }).from(users).where(matches(filter, clock));
  return row?.count ?? 0;
}

/** An account as the driver has it. */
export interface ExportedUser extends Pick<User, 'id' | 'email' | 'full_name' | 'is_superuser' | 'locale'> {
  status: UserStatus;
  created_at: string;
  last_seen_at: string | null;
}

export const exportUsers = (db: Db, { filter, sort, clock }: UserQuery) =>
  cursor<ExportedUser>(
    db,
    db
      .select({
        id: users.id,
        email: users.email,
        full_name: users.full_name,
        status: statusAt(clock.now).as('status'),
        is_superuser: users.is_superuser,
        locale: users.locale,
        created_at: users.created_at,
        last_seen_at: users.last_seen_at,
      })
      .from(users)
      .where(matches(filter, clock))
      .orderBy(...ORDERS[sort]),
  );

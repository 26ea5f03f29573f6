import type { MessageFilter } from '@agora/contract/features/messages/messages.schema';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../../../../test/harness.ts';
import { listThreads } from './messages.list.queries.ts';

const service = useService();
const THREADS = 20_000;
const ADMIN = '00000000-0000-7000-8000-000000000001';

/** Conversations in which every filter value is rare. */
beforeAll(async () => {
  const { db } = service();
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`insert into users (id, email, email_key, full_name, is_superuser, password_hash, locale, created_at)
      select case when n = 1 then ${ADMIN}::uuid else gen_random_uuid() end, n || '@example.org', n || '@example.org',
        'Member ' || n, n = 1, 'x', 'fr', now() from generate_series(1, 1000) n`);
    await tx.execute(sql`insert into message_threads
        (id, user_id, subject, category, status, assignee_id, locale, app_context, created_at, last_member_at, last_at, awaiting_since, entry_count)
      select gen_random_uuid(), member.id, 'Subject ' || n, case when n % 100 = 0 then 'bug' else 'question' end,
        case when n % 200 = 0 then 'new' when n % 201 = 0 then 'spam' else 'closed' end,
        case when n % 150 = 0 then null when n % 99 = 0 then ${ADMIN}::uuid else member.id end,
        case when n % 120 = 0 then 'en' else 'fr' end, '{}', now(), now(), now() - n * interval '1 minute', now(), 1
      from generate_series(1, ${THREADS}::int) n
      join (select id, row_number() over () as number from users) as member on member.number = 1 + n % 1000`);
    await tx.execute(sql`insert into message_entries (id, thread_id, position, kind, body, created_at)
      select gen_random_uuid(), id, 1, 'member', subject || ' is explained ' || md5(subject), last_at from message_threads`);
  });
  for (const table of ['users', 'message_threads', 'message_entries'])
    await db.execute(sql`vacuum analyze ${sql.identifier(table)}`);
});

async function planOf(query: SQLWrapper): Promise<string> {
  const rows = await service().db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const viewer = { by: ADMIN, timeZone: 'Europe/Paris', now: new Date() };

describe('indexes of the inbox', () => {
  it('finds the conversations that wait longest by an index', async () => {
    const filter = { awaiting: true, overdue: true };
    const page = { skip: 0, limit: 25 };
    const plan = await planOf(listThreads(service().db, page, filter, { sort: 'awaiting_since', viewer }));
    expect(plan).toContain('message_threads_waiting');
  });

  it.each<[MessageFilter, string]>([
    [{}, 'message_threads_newest'],
    [{ status: 'new' }, 'message_threads_status'],
    [{ status: 'spam' }, 'message_threads_status'],
    [{ awaiting: true }, 'message_threads_awaiting'],
    [{ awaiting: true, overdue: true }, 'message_threads_(awaiting|waiting)'],
    [{ awaiting: true, assignee: 'me' }, 'message_threads_(awaiting|assignee)'],
    [{ assignee: 'me' }, 'message_threads_assignee'],
    [{ assignee: 'none' }, 'message_threads_unassigned'],
    [{ category: 'bug' }, 'message_threads_category'],
    [{ locale: 'en' }, 'message_threads_locale'],
    [{ user_id: ADMIN }, 'message_threads_user'],
    [{ from: '2020-01-01', to: '2020-01-02' }, 'message_threads_newest'],
    [
      { search: 'ze' },
      'message_threads_search.*message_entries_search|message_entries_search.*message_threads_search',
    ],
    [
      { search: 'zebra' },
      'message_threads_search.*message_entries_search|message_entries_search.*message_threads_search',
    ],
  ])('finds a page of conversations with filter %j by an index', async (filter, index) => {
    const page = { skip: 0, limit: 25 };
    const plan = await planOf(listThreads(service().db, page, filter, { sort: '-last_at', viewer }));
    expect(plan).toMatch(new RegExp(index, 's'));
    expect(plan).not.toMatch(/Seq Scan on (message_threads|message_entries)/);
  });
});

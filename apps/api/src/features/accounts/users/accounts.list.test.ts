import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { TestService, useService } from '../../../../test/harness.ts';

const service = useService({ settings: { TIME_ZONE: 'Europe/Paris' } });

interface Row {
  name?: string | null;
  email?: string;
  locale?: 'fr' | 'en';
  is_active?: boolean;
  is_superuser?: boolean;
  created_at?: string;
  last_seen_at?: string | null;
  deactivated_until?: string | null;
  invitation_expires_at?: string | null;
  deleted_at?: string | null;
}

/** Stores accounts whose addresses share a marker, and returns the marker to search by. */
async function given(rows: Row[]): Promise<string> {
  const marker = `m${crypto.randomUUID().replaceAll('-', '')}`;
  for (const [index, row] of rows.entries()) {
    const email = `${row.email ?? index}.${marker}@example.com`;
    await service().db.execute(sql`insert into users (id, email, email_key, full_name, password_hash, locale,
        is_active, is_superuser, created_at, last_seen_at, deactivated_until, invitation_expires_at, deleted_at)
      values (gen_random_uuid(), ${email}, ${email}, ${row.name ?? null}, 'secret-hash', ${row.locale ?? 'fr'},
        ${row.is_active ?? true}, ${row.is_superuser ?? false}, ${row.created_at ?? '2026-01-01T12:00Z'},
        ${row.last_seen_at ?? null}, ${row.deactivated_until ?? null}, ${row.invitation_expires_at ?? null},
        ${row.deleted_at ?? null})`);
  }
  return marker;
}

async function ask(path: string, marker: string, query: string) {
  const { token } = await service().superuser();
  return service().call('GET', `/users/${path}?search=${marker}&${query}`, { token });
}

/** Returns the accounts that a query finds, by the start of their addresses. */
async function found(marker: string, query: string): Promise<string[]> {
  const { body } = await ask('', marker, query);
  expect(body.count).toBe(body.data.length);
  return body.data.map(({ email }: UserPublic) => email.split('.')[0]);
}

describe('filters of the list of accounts', () => {
  it('filters accounts by status and gives each account exactly one status', async () => {
    const [past, future] = ['2020-01-01T00:00Z', '2999-01-01T00:00Z'];
    const marker = await given([
      { email: 'plain' },
      { email: 'back', is_active: false, deactivated_until: past },
      { email: 'disabled', is_active: false },
      { email: 'away', is_active: false, deactivated_until: future },
      { email: 'guest', invitation_expires_at: past },
      { email: 'disabledguest', is_active: false, invitation_expires_at: future },
      { email: 'gone', deleted_at: past },
      { email: 'goneguest', is_active: false, invitation_expires_at: past, deleted_at: past },
    ]);
    expect(await found(marker, 'status=active&sort=email')).toEqual(['back', 'plain']);
    expect(await found(marker, 'status=deactivated&sort=email')).toEqual([
      'away',
      'disabled',
      'disabledguest',
    ]);
    expect(await found(marker, 'status=invited&sort=email')).toEqual(['guest']);
    expect(await found(marker, 'status=deleted&sort=email')).toEqual(['gone', 'goneguest']);
    expect(await found(marker, 'sort=email')).toHaveLength(6);
  });

  it('filters creation dates by inclusive days in the time zone of the organisation', async () => {
    const marker = await given([
      { email: 'before', created_at: '2026-03-28T22:59:59.999Z' },
      { email: 'first', created_at: '2026-03-28T23:00:00Z' },
      { email: 'last', created_at: '2026-03-29T21:59:59.999Z' },
      { email: 'after', created_at: '2026-03-29T22:00:00Z' },
    ]);
    const day = '2026-03-29';
    expect(await found(marker, `from=${day}&to=${day}`)).toEqual(['last', 'first']);
    expect(await found(marker, `from=${day}`)).toEqual(['after', 'last', 'first']);
    expect(await found(marker, `to=${day}`)).toEqual(['last', 'first', 'before']);
  });

  it('finds accounts that were last seen before a day or never', async () => {
    const marker = await given([
      { email: 'never' },
      { email: 'long', last_seen_at: '2026-06-30T21:59:59Z' },
      { email: 'since', last_seen_at: '2026-06-30T22:00:00Z' },
    ]);
    expect(await found(marker, 'unseen_since=2026-07-01&sort=email')).toEqual(['long', 'never']);
  });

  it('filters accounts by language and by superuser, and combines both filters', async () => {
    const marker = await given([
      { email: 'a', locale: 'fr', is_superuser: true, is_active: false },
      { email: 'b', locale: 'en', is_superuser: true, is_active: false },
      { email: 'c', locale: 'en' },
    ]);
    expect(await found(marker, 'locale=en&sort=email')).toEqual(['b', 'c']);
    expect(await found(marker, 'is_superuser=true&sort=email')).toEqual(['a', 'b']);
    expect(await found(marker, 'is_superuser=true&locale=en')).toEqual(['b']);
  });

  it('searches names regardless of accents, ligatures and letter case', async () => {
    const marker = await given([{ name: 'Hélène Œuvrard' }]);
    const { token } = await service().superuser();
    const search = encodeURIComponent('HELENE oeuv');
    const { body } = await service().call('GET', `/users/?search=${search}`, { token });
    expect(body.data.map(({ email }: UserPublic) => email)).toEqual([`0.${marker}@example.com`]);
  });

  it.each(['status=gone', 'from=2026-02-30', 'unseen_since=yesterday', 'locale=de', 'sort=password_hash'])(
    'rejects ?%s in the list of accounts and names the invalid parameter',
    async (query) => {
      const { status, body } = await ask('', 'x', query);
      expect(status).toBe(422);
      expect(body.detail[0].loc).toEqual(['query', query.split('=')[0]]);
    },
  );
});

describe('sorting of the list of accounts', () => {
  it('sorts names regardless of accents and letter case, with unnamed accounts last in both directions', async () => {
    const marker = await given([
      { email: 'zoe', name: 'zoé' },
      { email: 'none', name: null },
      { email: 'emile', name: 'Émile' },
      { email: 'eric', name: 'eric' },
    ]);
    expect(await found(marker, 'sort=full_name')).toEqual(['emile', 'eric', 'zoe', 'none']);
    expect(await found(marker, 'sort=-full_name')).toEqual(['zoe', 'eric', 'emile', 'none']);
  });

  it('sorts accounts that were never seen last in both directions', async () => {
    const marker = await given([
      { email: 'never' },
      { email: 'old', last_seen_at: '2026-01-01T00:00Z' },
      { email: 'new', last_seen_at: '2026-02-01T00:00Z' },
    ]);
    expect(await found(marker, 'sort=last_seen_at')).toEqual(['old', 'new', 'never']);
    expect(await found(marker, 'sort=-last_seen_at')).toEqual(['new', 'old', 'never']);
  });

  it.each([
    'created_at',
    '-created_at',
    'full_name',
    '-full_name',
    'email',
    '-email',
    'last_seen_at',
    '-last_seen_at',
  ])('pages the list sorted by %s without gaps and breaks ties by id in the same direction', async (sort) => {
    const marker = await given([
      ...Array.from({ length: 7 }, () => ({ name: 'Tie', last_seen_at: '2026-01-01T00:00Z' })),
      ...Array.from({ length: 4 }, () => ({})),
    ]);
    const rows: UserPublic[] = [];
    for (let skip = 0; skip < 12; skip += 3)
      rows.push(...(await ask('', marker, `sort=${sort}&limit=3&skip=${skip}`)).body.data);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(11);
    if (sort.endsWith('email')) return;
    const ids = rows.filter(({ full_name }) => full_name === 'Tie').map(({ id }) => id);
    const ascending = [...ids].sort();
    expect(ids).toEqual(sort.startsWith('-') ? ascending.reverse() : ascending);
  });

  it('reads the newest accounts from an index without sorting', async () => {
    const plan = await service().db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_sort = off`);
      return tx.execute(
        sql`explain verbose select * from users where deleted_at is null order by created_at desc, id desc limit 25`,
      );
    });
    expect(JSON.stringify(plan)).toContain('Index Scan using users_living');
    expect(JSON.stringify(plan)).not.toContain('Sort Key');
  });
});

describe('the export of accounts', () => {
  it('exports the filtered list in its order and in the language of the caller, without secrets', async () => {
    const t = service();
    const marker = await given([
      { email: 'b', name: '=cmd()', locale: 'en', created_at: '2026-01-02T03:04:05Z' },
      { email: 'a', name: 'Zoé; "X"', is_active: false, last_seen_at: '2026-02-03T04:05:06Z' },
      { email: 'gone', deleted_at: '2026-01-01T00:00Z' },
    ]);
    const { status, text, headers } = await ask('export', marker, 'sort=email');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="users.csv"');
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe(
      '\uFEFFIdentifiant;Adresse e-mail;Nom complet;Statut;Administrateur;Langue;Date de création;Dernière visite',
    );
    expect(lines[1]).toContain(
      `;a.${marker}@example.com;"Zoé; ""X""";désactivé;non;français;01/01/2026 13:00:00;03/02/2026 05:05:06`,
    );
    expect(lines[2]).toContain(`;b.${marker}@example.com;'=cmd();actif;non;anglais;02/01/2026 04:04:05;`);
    expect(text).not.toContain('secret-hash');

    const { token } = await t.colleague();
    await t.call('PATCH', '/users/me', { token, json: { locale: 'en' } });
    const english = await t.call('GET', `/users/export?search=${marker}&status=active`, { token });
    expect(english.text.split('\r\n')[0]).toContain('Email,Full name,Status');
    expect(english.text).toContain(',active,no,English,');
  });

  it('exports exactly the selected accounts, also of the trash, and refuses if one no longer matches', async () => {
    const t = service();
    const marker = await given([
      { email: 'a' },
      { email: 'b', locale: 'en' },
      { email: 'c' },
      { email: 'gone', deleted_at: '2026-01-01T00:00Z' },
    ]);
    const rows = await t.db.execute<{ id: string; email: string }>(
      sql`select id, email from users where email like ${`%${marker}%`}`,
    );
    const idsOf = (...names: string[]) =>
      names.map((name) => rows.find(({ email }) => email.startsWith(`${name}.`))?.id).join(',');
    const emails = async (query: string) =>
      (await ask('export', marker, query)).text
        .match(/[a-z]+\.[\w-]+@example\.com/g)
        ?.map((one) => one.split('.')[0]);
    expect(await emails(`ids=${idsOf('b', 'a')}&sort=email&expected_count=2`)).toEqual(['a', 'b']);
    expect(await emails(`ids=${idsOf('gone')}&status=deleted&expected_count=1`)).toEqual(['gone']);
    expect(await emails('sort=email&expected_count=3')).toEqual(['a', 'b', 'c']);
    for (const query of [`ids=${idsOf('a', 'b')}&locale=en&expected_count=2`, 'expected_count=4'])
      expect((await ask('export', marker, query)).body.code).toBe('count_changed');
  });

  it('exports more accounts than fit on a page', async () => {
    const t = service();
    const marker = crypto.randomUUID();
    await t.db.execute(sql`insert into users (id, email, email_key, password_hash, locale, created_at)
      select gen_random_uuid(), n || ${marker}, n || ${marker}, 'x', 'fr', now() from generate_series(1, 2500) n`);
    const { text } = await ask('export', marker, '');
    const ids = text.trimEnd().split('\r\n').slice(1);
    expect(new Set(ids).size).toBe(2500);
  });
});

it('starts a day at the first of two midnights in lists and statistics when clocks repeat midnight', async () => {
  const t = await TestService.start({ settings: { TIME_ZONE: 'Atlantic/Azores' } });
  try {
    const { token } = await t.superuser();
    // On 26 October, clocks go back from 01:00 to 00:00 at 01:00 UTC.
    const moments = ['2025-10-25T23:59:59.999Z', '2025-10-26T00:00Z', '2025-10-26T01:30Z'];
    for (const moment of [...moments, '2025-10-27T00:59:59.999Z', '2025-10-27T01:00Z']) {
      const { id } = await t.member();
      await t.db.execute(sql`update users set created_at = ${moment}::timestamptz where id = ${id}`);
    }
    for (const [day, count] of [
      ['2025-10-25', 1],
      ['2025-10-26', 3],
      ['2025-10-27', 1],
    ] as const) {
      const days = `from=${day}&to=${day}`;
      const { body } = await t.call('GET', `/users/?is_superuser=false&${days}`, { token });
      const { kpis } = (await t.call('GET', `/stats/overview?${days}`, { token })).body;
      expect([body.count, kpis.new_members.value], day).toEqual([count, count]);
    }
  } finally {
    await t.stop();
  }
});

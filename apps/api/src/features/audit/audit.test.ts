import type { AuditLog } from '@agora/contract/features/audit/audit.contract';
import { AUDITED } from '@agora/contract/registry';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  type Account,
  eventually,
  fill,
  randomEmail,
  type TestService,
  useService,
} from '../../../test/harness.ts';
import { send } from '../../../test/requests.ts';
import { OPERATIONS } from '../../../test/samples.ts';
import { deleteExpiredDailyMessages } from '../daily-messages/daily-messages.queries.ts';
import { device } from '../devices/devices.samples.ts';
import { deleteExpiredAuditLogs } from './audit.queries.ts';

const service = useService();

/** The entries of the log, newest first. */
async function read(query = ''): Promise<AuditLog[]> {
  const { token } = await service().superuser();
  const { status, body } = await service().call('GET', `/audit-logs/?${query}`, { token });
  expect(status).toBe(200);
  return body.data;
}

const about = (id: string) => read(`entity_id=${id}`);

const exportOf = (actor: string) =>
  eventually(async () => (await read(`entity_type=export&actor_id=${actor}`))[0]);

const addItem = async ({ token }: Account, title: string) => {
  const { body } = await service().call('POST', '/items/', { token, json: { title } });
  return body.id as string;
};

describe('the audit log', () => {
  it('records successful and failed sign-ins of superusers, and none of members', async () => {
    const t = service();
    const [admin, member] = [await t.colleague(), await t.member()];
    for (const { email } of [admin, member]) expect(await t.login(email, 'wrong horse')).toBeUndefined();
    const mine = await eventually(async () => {
      const entries = await about(admin.id);
      return entries[0]?.changes['failed_sign_in'] === null ? entries : undefined;
    });
    expect(mine.slice(0, 2)).toMatchObject([
      {
        actor_kind: 'user',
        actor_id: null,
        entity_label: admin.email,
        changes: { failed_sign_in: null },
        ip: '127.0.0.1',
      },
      { actor_kind: 'user', actor_id: admin.id, changes: { sign_in: null }, ip: '127.0.0.1' },
    ]);
    expect((await about(member.id)).map(({ action }) => action)).toEqual(['created']);
  });

  it('records failed sign-ins of superusers who are deactivated', async () => {
    const t = service();
    const [admin, other] = [await t.superuser(), await t.colleague()];
    await t.call('PATCH', `/users/${other.id}`, { token: admin.token, json: { is_active: false } });
    expect(await t.login(other.email, other.password)).toBeUndefined();
    await eventually(async () =>
      (await about(other.id))[0]?.changes['failed_sign_in'] === null ? true : undefined,
    );
  });

  it('records test mails and test pushes with their sender', async () => {
    const t = service();
    const { id, token } = await t.colleague();
    const { params } = await device(t, await t.member());
    expect((await t.call('POST', `/utils/test-email/?email_to=${randomEmail()}`, { token })).status).toBe(
      201,
    );
    const tested = await t.call('POST', `/devices/${params?.['id']}/test`, { token });
    expect(tested.status).toBe(200);
    expect((await about(id)).map(({ actor_id, changes }) => [actor_id, changes]).slice(0, 2)).toEqual([
      [id, { test_push: [null, 1] }],
      [id, { test_mail: null }],
    ]);
  });

  it('records notification preferences of superusers, but no display preferences', async () => {
    const t = service();
    const [admin, member] = [await t.colleague(), await t.member()];
    for (const { token } of [admin, member])
      for (const json of [
        { theme: 'dark' },
        { weekly_summary: true, alert_assigned: false, theme: 'light' },
        { weekly_summary: true },
      ])
        expect((await t.call('PATCH', '/preferences/', { token, json })).status).toBe(200);
    const [entry, before] = await about(admin.id);
    expect(entry).toMatchObject({
      actor_id: admin.id,
      changes: { weekly_summary: [false, true], alert_assigned: [true, false] },
    });
    expect(before?.changes).toEqual({ sign_in: null });
    expect(await about(member.id)).toHaveLength(1);
  });

  it('records the actor, the changed fields with old and new values, and the request of a change', async () => {
    const t = service();
    const [admin, member] = [await t.superuser(), await t.member({ full_name: 'Before' })];
    const { headers } = await t.call('PATCH', `/users/${member.id}`, {
      token: admin.token,
      json: { full_name: 'After', is_superuser: true },
      headers: { 'user-agent': 'A browser' },
    });
    const [entry] = await about(member.id);
    expect(entry).toMatchObject({
      actor_kind: 'user',
      actor_id: admin.id,
      actor_label: admin.email,
      action: 'updated',
      entity_type: 'user',
      entity_id: member.id,
      entity_label: member.email,
      changes: { full_name: ['Before', 'After'], is_superuser: [false, true] },
      request_id: headers['x-request-id'],
      ip: '127.0.0.1',
      user_agent: 'A browser',
    });
    expect(Object.keys(entry?.changes ?? {})).toEqual(['full_name', 'is_superuser']);
  });

  it('records a sign-up as a creation by the new account', async () => {
    const t = service();
    const email = randomEmail();
    await t.call('POST', '/users/signup', { json: { email, password: 'correct horse' } });
    const [entry] = await read(`search=${email}`);
    expect(entry).toMatchObject({ action: 'created', actor_label: email, actor_id: entry?.entity_id });
  });

  it('records a password change without any value', async () => {
    const t = service();
    const { id, token, password } = await t.member();
    const json = { current_password: password, new_password: 'another horse' };
    await t.call('PATCH', '/users/me/password', { token, json });
    const [entry] = await about(id);
    expect(entry).toMatchObject({ action: 'updated', actor_id: id, changes: { password: null } });
    const stored = await t.db.execute(sql`select audit_logs::text as row from audit_logs`);
    expect(JSON.stringify([...stored])).not.toContain('argon2');
  });

  it('records the owner of a recovery link as the actor of the password reset', async () => {
    const t = service();
    const { id, email } = await t.member();
    const { token } = await t.superuser();
    const mail = await t.call('POST', `/password-recovery-html-content/${email}`, { token });
    const reset = /reset-password\?token=([\w-]+)"/.exec(mail.text)?.[1];
    const json = { token: reset, new_password: 'another horse' };
    expect((await t.call('POST', '/reset-password/', { json })).status).toBe(200);
    const [entry] = await about(id);
    expect(entry).toMatchObject({ actor_id: id, actor_kind: 'user' });
    expect(entry?.changes).toHaveProperty('password', null);
  });

  it('records the creation, update, deletion and restoration of an item', async () => {
    const t = service();
    const owner = await t.member();
    const id = await addItem(owner, 'First');
    await t.call('PUT', `/items/${id}`, { token: owner.token, json: { title: 'Second' } });
    await t.call('DELETE', `/items/${id}`, { token: owner.token });
    await t.call('POST', `/items/${id}/restore`, { token: owner.token });
    const entries = await about(id);
    expect(entries.map(({ action, changes, actor_id }) => [action, changes, actor_id])).toEqual([
      ['restored', {}, owner.id],
      ['deleted', {}, owner.id],
      ['updated', { title: ['First', 'Second'] }, owner.id],
      ['created', { title: [null, 'First'] }, owner.id],
    ]);
  });

  it('records one entry per account of a bulk action, all with the same request id', async () => {
    const t = service();
    const { token } = await t.superuser();
    const ids = [(await t.member()).id, (await t.member()).id];
    const { headers } = await t.call('POST', '/users/bulk', { token, json: { action: 'deactivate', ids } });
    const entries = await read(`request_id=${String(headers['x-request-id'])}`);
    expect(entries.map(({ entity_id }) => entity_id).toSorted()).toEqual(ids.toSorted());
    for (const { changes } of entries) expect(changes).toMatchObject({ is_active: [true, false] });
  });

  it('has a name in both languages for every audited field', async () => {
    const audited = await service().db.execute<{ entity: keyof typeof AUDITED; fields: string[] }>(sql`
      select entity, to_json(array(select replace(unnest(shown || secret), '_hash', ''))) as fields
      from audit.tables`);
    expect(audited.length).toBeGreaterThanOrEqual(7);
    const unnamed = audited.flatMap(({ entity, fields }) =>
      (['fr', 'en'] as const).flatMap((locale) =>
        fields
          // Each language of a translation is a separate field.
          .flatMap((field) => (field === 'translations' ? ['fr', 'en'] : field))
          .filter((field) => !(field in AUDITED[entity][locale].words))
          .map((field) => `${entity}.${field} in ${locale}`),
      ),
    );
    expect(unnamed).toEqual([]);
  });

  it('records nothing for rejected changes, changes without effect and sign-ins', async () => {
    const t = service();
    const member = await t.member();
    const before = await about(member.id);
    const admin = await t.superuser();
    const path = `/users/${member.id}`;
    await t.call('PATCH', path, { token: admin.token, json: { email: admin.email } });
    await t.call('PATCH', path, { token: admin.token, json: { full_name: 'A Member' } });
    await t.login(member.email, member.password);
    expect(await about(member.id)).toEqual(before);
  });

  it('removes personal data from the entries of an erased account and keeps the actions', async () => {
    const t = service();
    const { token } = await t.superuser();
    const victim = await t.member({ full_name: 'Forget Me' });
    const item = await addItem(victim, 'Forget this');
    await t.call('PATCH', '/users/me', { token: victim.token, json: { full_name: 'Forgotten' } });
    await t.call('POST', `/users/${victim.id}/erase`, { token });
    const [erased, updated, created] = await about(victim.id);
    expect(erased).toMatchObject({ action: 'erased', entity_label: null, changes: {} });
    expect(updated).toMatchObject({
      action: 'updated',
      actor_id: victim.id,
      actor_label: null,
      entity_label: null,
      changes: { full_name: null },
      ip: null,
    });
    expect(created).toMatchObject({ action: 'created', entity_label: null });
    expect((await about(item)).map(({ action, entity_label }) => [action, entity_label])).toEqual([
      ['erased', null],
      ['created', null],
    ]);
    const stored = await t.db.execute(sql`select audit_logs::text as row from audit_logs`);
    expect(JSON.stringify([...stored])).not.toMatch(new RegExp(`Forget|${victim.email}`));
  });

  it('keeps the texts of a daily message in the audit log after the message is erased', async () => {
    const t = service();
    const { token } = await t.superuser();
    const json = { translations: { fr: { title: 'Avant', body: 'Bonjour' } } };
    const { body } = await t.call('POST', '/daily-messages/', { token, json });
    await t.call('DELETE', `/daily-messages/${body.id}`, { token });
    await deleteExpiredDailyMessages(t.db, new Date(Date.now() + 31 * 86_400_000));
    const [erased, , created] = await about(body.id);
    expect(erased).toMatchObject({ action: 'erased', actor_kind: 'system', entity_label: 'Avant' });
    expect(created).toMatchObject({ action: 'created', entity_label: 'Avant' });
    expect(created?.changes['translations']?.[1]).toMatchObject({ fr: { title: 'Avant' } });
  });

  it('labels entries in the language of the reader and finds them by the label in either language', async () => {
    const t = service();
    const { token } = await t.superuser();
    const titles = { fr: { title: 'Jour férié', body: '' }, en: { title: 'Public holiday', body: '' } };
    const json = { translations: { fr: { title: 'En français', body: 'Bonjour' } } };
    const { body: french } = await t.call('POST', '/daily-messages/', { token, json });
    const { body: both } = await t.call('POST', '/daily-messages/', {
      token,
      json: { translations: titles },
    });
    const { body: category } = await t.call('POST', '/news-categories/', {
      token,
      json: { names: { fr: 'Ateliers', en: 'Workshops' }, color: '#009688' },
    });
    const reader = await t.colleague();
    const labels = async (locale: string) => {
      await t.call('PATCH', '/users/me', { token: reader.token, json: { locale } });
      const entriesOf = (query: string) => t.call('GET', `/audit-logs/?${query}`, { token: reader.token });
      const answers = await Promise.all(
        [french.id, both.id, category.id].map((id) => entriesOf(`entity_id=${id}&action=created`)),
      );
      const exported = await t.call('GET', `/audit-logs/export?entity_id=${both.id}`, {
        token: reader.token,
      });
      const found = await entriesOf('search=holiday');
      return [
        ...answers.map(({ body }) => body.data[0].entity_label),
        ...found.body.data.map((entry: AuditLog) => entry.entity_label),
        /Jour férié|Public holiday/.exec(exported.text)?.[0],
      ];
    };
    expect(await labels('fr')).toEqual(['En français', 'Jour férié', 'Ateliers', 'Jour férié', 'Jour férié']);
    expect(await labels('en')).toEqual([
      'En français',
      'Public holiday',
      'Workshops',
      'Public holiday',
      'Public holiday',
    ]);
  });

  it('records a note in a conversation without its text', async () => {
    const t = service();
    const [admin, member] = [await t.colleague(), await t.member()];
    const text = { body: 'Between us', client_token: crypto.randomUUID() };
    const { body } = await t.call('POST', '/app/messages', { token: member.token, json: text });
    await t.call('POST', `/messages/${body.id}/notes`, { token: admin.token, json: { body: 'A secret' } });
    const [note] = await about(body.id);
    expect(note).toMatchObject({
      actor_id: admin.id,
      entity_type: 'message',
      changes: { entry_count: [1, 2] },
    });
    const stored = await t.db.execute(sql`select audit_logs::text as row from audit_logs`);
    expect(JSON.stringify([...stored])).not.toMatch(/A secret/);
  });

  it('records who read a password link and who ended the sessions of an account', async () => {
    const t = service();
    const [admin, member] = [await t.colleague(), await t.member()];
    await t.call('POST', `/password-recovery-html-content/${member.email}`, { token: admin.token });
    await t.call('POST', `/users/${member.id}/sign-out`, { token: admin.token });
    const entries = await about(member.id);
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'updated', actor_id: admin.id, entity_label: member.email, changes: { sessions: null } },
      { action: 'updated', actor_id: admin.id, entity_label: member.email, changes: { password_link: null } },
    ]);
  });

  it('removes personal data from the audit log when members erase their own account', async () => {
    const t = service();
    const victim = await t.member();
    await addItem(victim, 'x');
    await t.call('DELETE', '/users/me', { token: victim.token });
    for (const entry of await read(`actor_id=${victim.id}`))
      expect(entry).toMatchObject({ actor_label: null, entity_label: null, ip: null, user_agent: null });
  });
});

/** Routes that log no change, by reason. */
const UNLOGGED: Record<string, readonly string[]> = {
  'sessions, and sign-ins of members': [
    'login-login_access_token',
    'login-verify_password',
    'second_factor-set_up_second_factor',
    'login-start_passkey_login',
    'login-start_passkey_verification',
    'passkeys-start_passkey',
    'oidc-start_oidc_login',
    'oidc-complete_oidc_login',
    'oidc-start_oidc_confirmation',
    'oidc-complete_oidc_confirmation',
    'sessions-delete_sessions',
    'sessions-delete_current_session',
    'sessions-delete_session',
  ],
  'only requests a mail': ['login-recover_password', 'users-resend_email_confirmation'],
  'preferences of members or about the screen, and read state of the caller': [
    'preferences-update_preferences',
    'preferences-unsubscribe',
    'alerts-mark_alerts_read',
    'messages-mark_message_read',
    'messages-mark_message_unread',
    'app-update_notification_preferences',
    'app-mark_news_read',
    'app-mark_message_read',
    'app-open_notification',
    'app-read_all_notifications',
  ],
  'a copy that was logged when it was ordered': ['data_exports-download_data_export'],
  'unsaved text': ['news-autosave_news', 'news-discard_autosave'],
  'replies before they are sent': ['messages-update_pending_reply', 'messages-cancel_pending_reply'],
  'only reads': [
    'presence-update_presence',
    'login-test_token',
    'daily_messages-import_daily_messages',
    'users-import_users',
    'news-preview_news',
    'broadcasts-preview_audience',
  ],
  'uploads, because the use of a picture is logged': [
    'media-upload_media',
    'message_images-upload_message_image',
  ],
  'ratings and devices of the calling member': [
    'app-put_rating',
    'app-delete_rating',
    'app-put_device',
    'app-delete_device',
  ],
  'rejects the sample request': [
    'inbound_mail-receive_mail',
    'login-login_second_factor',
    'login-login_passkey',
    'login-verify_passkey',
    'passkeys-create_passkey',
    'second_factor-confirm_second_factor',
    'second_factor-renew_recovery_codes',
    'second_factor-remove_second_factor',
    'users-confirm_email_change',
    'users-undo_email_change',
  ],
};

const MUTATIONS = OPERATIONS.filter(({ route }) => route.method !== 'GET');

it.each(MUTATIONS.map((operation) => [operation.operationId, operation] as const))(
  'attributes every logged change of %s to its caller, and logs none for an unlogged route',
  async (_id, operation) => {
    const t = service();
    const caller = operation.group === 'team' ? await t.colleague() : await t.member();
    const sample = await operation.sample(t, caller);
    const [last] = await t.db.execute<{ id: number }>(
      sql`select coalesce(max(id), 0)::int as id from audit_logs`,
    );
    const { headers } = await send(
      t,
      operation,
      sample,
      operation.access === 'public' ? undefined : caller.token,
    );
    const entries = await t.db.execute(
      sql`select actor_kind, request_id, actor_id from audit_logs where id > ${last?.id ?? 0}`,
    );
    const isUnlogged = Object.values(UNLOGGED).flat().includes(operation.operationId);
    expect(entries.length > 0).toBe(!isUnlogged);
    for (const entry of entries) {
      expect(entry).toMatchObject({ actor_kind: 'user', request_id: headers['x-request-id'] });
      if (operation.access !== 'public') expect(entry['actor_id']).toBe(caller.id);
    }
  },
);

describe('audit log entries', () => {
  const refusal = { cause: { message: 'audit_logs can only be added to' } };
  const attempt = (statement: string) => service().db.execute(sql.raw(statement));

  it.each([
    "update audit_logs set action = 'created'",
    "update audit_logs set actor_label = 'somebody@else'",
    "update audit_logs set changes = '{}'",
    'update audit_logs set at = now()',
    'update audit_logs set entity_id = gen_random_uuid()',
    'delete from audit_logs',
    "delete from audit_logs where at < now() - interval '91 days'",
    'update audit_logs set entity_labels = null',
    'update audit_logs set changes = audit_without_values(changes)',
    'update audit_logs set actor_label = null',
    'update audit_logs set ip = null, user_agent = null',
    'truncate audit_logs',
  ])('rejects tampering with audit log entries: %s', async (statement) => {
    const t: TestService = service();
    await addItem(await t.member(), 'Kept');
    await t.db.execute(sql`
      insert into audit_logs (at, actor_kind, action, entity_type, entity_id, entity_labels, changes)
      values (now() - interval '100 days', 'system', 'updated', 'item', gen_random_uuid(), '{"fr":"old","en":"old"}', '{}')`);
    const rows = async () => [...(await t.db.execute(sql`select * from audit_logs order by id`))];
    const before = await rows();
    await expect(attempt(statement)).rejects.toMatchObject(refusal);
    expect(await rows()).toEqual(before);
  });

  it('deletes IP addresses after 90 days and whole entries after AUDIT_RETENTION_DAYS', async () => {
    const t = service();
    const ages = [89, 91, 729, 731];
    for (const days of ages)
      await t.db.execute(sql`
        insert into audit_logs (at, actor_kind, action, entity_type, entity_id, entity_labels, changes, ip)
        values (now() - ${days} * interval '1 day', 'system', 'updated', 'item', gen_random_uuid(),
          '{"fr":"aged","en":"aged"}', '{}', '::1')`);
    await deleteExpiredAuditLogs(t.db);
    const left = await read('search=aged&sort=-at');
    expect(left.map(({ ip }) => ip)).toEqual(['::1', null, null]);
  });
});

it('records that an export was of selected rows, without their ids', async () => {
  const t = service();
  const admin = await t.colleague();
  const id = await addItem(admin, 'Chosen');
  await addItem(admin, 'Other');
  await t.call('GET', `/items/export?ids=${id}&sort=title&expected_count=1`, { token: admin.token });
  expect((await exportOf(admin.id))?.changes).toEqual({
    rows: [null, 1],
    is_complete: [null, true],
    filter: [null, 'sort=title&selected=true'],
  });
});

describe('listing and exporting the audit log', () => {
  it('filters entries by actor, action, entity type, day and text, with an exact count', async () => {
    const t = service();
    const { token } = await t.superuser();
    const [one, two] = [await t.member(), await t.member()];
    const word = crypto.randomUUID();
    const id = await addItem(one, `É ${word}`);
    await addItem(two, `e ${word}`);
    await t.call('DELETE', `/items/${id}`, { token: one.token });
    const today = new Date().toISOString().slice(0, 10);
    const expected: [string, number][] = [
      [`search=${word}`, 3],
      [`search=${word}&actor_id=${one.id}`, 2],
      [`search=${word}&action=deleted`, 1],
      [`search=${word}&entity_type=user`, 0],
      [`search=e%20${word}`, 3],
      [`search=${word}&from=2020-01-01&to=2020-01-02`, 0],
      [`search=${word}&from=${today}`, 3],
    ];
    for (const [query, count] of expected) {
      const { body } = await t.call('GET', `/audit-logs/?limit=1&${query}`, { token });
      expect([query, body.count]).toEqual([query, count]);
    }
    const { body } = await t.call('GET', '/audit-logs/?limit=0', { token });
    const [row] = await t.db.execute(sql`select count(*)::int as count from audit_logs`);
    expect(body.count).toBe(row?.['count']);
  });

  it('finds entries by the names of their actors and of the changed accounts', async () => {
    const t = service();
    const [admin, person] = [await t.superuser(), await t.member({ full_name: 'Ysé Obsidienne' })];
    const id = await addItem(person, 'Granite');
    await t.call('PATCH', `/users/${person.id}`, { token: admin.token, json: { locale: 'en' } });
    const found = await read('search=obsidienne%20yse');
    expect(found.map(({ entity_id }) => entity_id)).toEqual(expect.arrayContaining([person.id, id]));
    const ofActor = found.filter(({ actor_id }) => actor_id !== person.id);
    expect(ofActor).toMatchObject([{ actor_id: admin.id, entity_id: person.id }]);
    expect(await read('search=obsidienne%20basalte')).toEqual([]);
  });

  it('ignores names in a search for a word that more than a thousand names contain', async () => {
    const t = service();
    const addPeople = (from: number, to: number) =>
      fill(
        t,
        sql`insert into users (id, email, email_key, full_name, password_hash, locale, created_at)
          select gen_random_uuid(), 'p' || n || '@example.net', 'p' || n || '@example.net', 'Adhérent ' || n, 'x', 'fr', now()
          from generate_series(${from}::int, ${to}::int) n`,
      );
    await addPeople(1, 1_000);
    expect(await read('search=adherent&limit=1')).toHaveLength(1);
    await addPeople(1_001, 1_001);
    expect(await read('search=adherent')).toEqual([]);
  });

  it('returns the names of accounts beside their addresses until the account is erased', async () => {
    const t = service();
    const [admin, victim] = [await t.superuser(), await t.member({ full_name: 'Zénobie Quartz' })];
    const id = await addItem(victim, 'Hers');
    const [entry] = await about(id);
    expect(entry).toMatchObject({
      actor_name: 'Zénobie Quartz',
      actor_label: victim.email,
      entity_name: null,
      entity_label: 'Hers',
    });
    expect((await about(victim.id))[0]).toMatchObject({
      entity_name: 'Zénobie Quartz',
      entity_label: victim.email,
    });
    const exportOf = async (entity = id) =>
      (await t.call('GET', `/audit-logs/export?entity_id=${entity}&action=created`, { token: admin.token }))
        .text;
    expect(await exportOf()).toContain(`;personne;Zénobie Quartz (${victim.email});création;élément;Hers;`);
    expect(await exportOf(victim.id)).toContain(`;compte;Zénobie Quartz (${victim.email});${victim.id};`);
    await t.call('PATCH', '/users/me', { token: victim.token, json: { full_name: '=1+1' } });
    expect(await exportOf()).toContain(`;personne;'=1+1 (${victim.email});création;`);
    await t.call('PATCH', '/users/me', { token: victim.token, json: { full_name: '' } });
    expect((await about(id))[0]).toMatchObject({ actor_name: null, actor_label: victim.email });
    expect(await exportOf()).toContain(`;personne;${victim.email};création;`);
    await t.call('POST', `/users/${victim.id}/erase`, { token: admin.token });
    expect((await about(id)).at(-1)).toMatchObject({ actor_name: null, actor_label: null });
    expect((await about(victim.id))[0]).toMatchObject({ entity_name: null, entity_label: null });
    expect(await exportOf()).toContain(';personne;;création;');
    expect(await exportOf(victim.id)).toContain(`;compte;;${victim.id};`);
  });

  it('labels account and category ids among the changed values until the account is erased', async () => {
    const t = service();
    const [admin, colleague] = [await t.superuser(), await t.colleague()];
    await t.call('PATCH', `/users/${colleague.id}`, { token: admin.token, json: { full_name: 'Zénobie' } });
    const { body: category } = await t.call('POST', '/news-categories/', {
      token: admin.token,
      json: { names: { fr: 'Jardins', en: 'Gardens' }, color: '#009688' },
    });
    const { body: article } = await t.call('POST', '/news/', {
      token: admin.token,
      json: { content: { translations: { fr: { title: 'Lilas' } } }, category_id: category.id },
    });
    const item = await addItem(admin, colleague.id);
    const unlike = await addItem(admin, `aaaaaaaa${'-'.repeat(28)}`);
    const { body: thread } = await t.call('POST', '/app/messages', {
      token: (await t.member()).token,
      json: { category: 'question', body: 'Bonjour', client_token: crypto.randomUUID() },
    });
    await t.call('PATCH', `/messages/${thread.id}`, {
      token: admin.token,
      json: { assignee_id: colleague.id },
    });
    const [assigned] = await about(thread.id);
    expect(assigned?.changes['assignee_id']).toEqual([null, colleague.id]);
    expect(assigned?.labels).toEqual({ [colleague.id]: 'Zénobie' });
    expect((await about(article.id)).map(({ labels }) => labels[category.id])).toContain('Jardins');
    const exportOf = async (id: string) =>
      (await t.call('GET', `/audit-logs/export?entity_id=${id}`, { token: admin.token })).text;
    expect(await exportOf(thread.id)).toContain('Attribuée à\u00a0: — → Zénobie');
    expect((await about(unlike))[0]?.labels).toEqual({});
    expect(await exportOf(item)).toContain(`Titre\u00a0: — → ${colleague.id}`);
    await t.call('POST', `/users/${colleague.id}/erase`, { token: admin.token });
    expect((await about(thread.id))[0]?.labels).toEqual({});
  });

  it.each([
    ['/users/export?sort=email&status=active', 'status=active&sort=email', 'Membres'],
    ['/items/export', 'sort=-created_at', 'Éléments'],
    ['/ratings/export?score=1,2', 'score=1,2&sort=-updated_at', 'Évaluations'],
    ['/audit-logs/export?action=created', 'action=created&sort=-at', 'Journal d’audit'],
  ])(
    'records the caller, the filter and the row count of the export %s',
    async (path, filter, entity_label) => {
      const t = service();
      const { token, id } = await t.colleague();
      await addItem(await t.member(), 'One');
      const { text } = await t.call('GET', path, { token });
      const entry = await exportOf(id);
      expect(entry).toMatchObject({ action: 'created', actor_kind: 'user', entity_label });
      const [, rows] = entry.changes['rows'] as [null, number];
      expect(entry.changes).toEqual({
        rows: [null, rows],
        is_complete: [null, true],
        filter: [null, filter],
      });
      expect(parse(text, { bom: true, delimiter: ';' })).toHaveLength(rows + 1);
    },
  );

  it('records no export for a HEAD request', async () => {
    const t = service();
    const { token, id } = await t.colleague();
    expect((await t.call('HEAD', '/users/export', { token })).status).toBe(200);
    await t.call('GET', '/items/export', { token });
    expect(await exportOf(id)).toMatchObject({ entity_label: 'Éléments' });
    expect(await read(`entity_type=export&actor_id=${id}`)).toHaveLength(1);
  });

  it('records an aborted export as incomplete, without its search term', async () => {
    const t = service();
    const { token, id } = await t.colleague();
    await t.db.execute(sql`insert into ratings (id, target_type, score, comment, locale, created_at, updated_at)
      select gen_random_uuid(), 'app', 1, 'Secret ' || repeat('x', 8000), 'fr', now(), now() from generate_series(1, 3000)`);
    const stop = new AbortController();
    const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { body } = await fetch(`${origin}/api/v1/ratings/export?search=secret`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    });
    await body?.getReader().read();
    stop.abort();
    const { changes } = await exportOf(id);
    expect(changes).toMatchObject({ is_complete: [null, false], search: null });
    expect((changes['rows'] as [null, number])[1]).toBeLessThan(3000);
    expect(JSON.stringify(changes)).not.toContain('secret');
  });

  it('exports the filtered audit log in the language of the caller', async () => {
    const t = service();
    const { token, email } = await t.superuser();
    const member = await t.member({ full_name: 'Before' });
    await t.call('PATCH', `/users/${member.id}`, { token, json: { full_name: '=1+1' } });
    const { text } = await t.call('GET', `/audit-logs/export?entity_id=${member.id}`, { token });
    const [entry] = await about(member.id);
    const lines = text.trim().split('\r\n');
    expect(lines[0]).toBe(
      'Date;Type d’auteur;Auteur;Action;Type d’objet;Objet;Identifiant;Changements;Requête;Adresse IP',
    );
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(
      `;personne;${email};modification;compte;'=1+1 (${member.email});${member.id};Nom complet\u00a0: Before → =1+1;`,
    );
    const at = new Date(entry?.at ?? '').toLocaleString('fr-FR', { timeZone: 'Europe/Paris' });
    expect(lines[1]?.split(';')[0]).toBe(at.replace(', ', ' '));
  });

  it('exports changes in words with one line per field', async () => {
    const t = service();
    const { token } = await t.superuser();
    const translations = { fr: { title: 'Avant', body: 'Bonjour' } };
    const year = new Date().getFullYear() + 1;
    const json = { day: `${year}-03-12`, translations };
    const { body } = await t.call('POST', '/daily-messages/', { token, json });
    const member = await t.member();
    const until = { until: `${year}-03-20`, reason: 'Repos' };
    await t.call('POST', `/users/${member.id}/deactivate`, { token, json: until });
    await t.call('POST', `/users/${member.id}/sign-out`, { token });
    const cells = async (id: string, action: string, locale: string) => {
      await t.call('PATCH', '/users/me', { token, json: { locale } });
      const path = `/audit-logs/export?entity_id=${id}&action=${action}`;
      return (await t.call('GET', path, { token })).text;
    };
    expect(await cells(body.id, 'created', 'fr')).toContain(
      `;"Jour\u00a0: — → 12/03/${year}\nStatut\u00a0: — → Brouillon\nFrançais · Texte\u00a0: — → Bonjour\nFrançais · Titre\u00a0: — → Avant\nQuand une langue manque\u00a0: — → Dans l’autre langue";`,
    );
    expect(await cells(body.id, 'created', 'en')).toContain(
      `,"Day: — → ${year}-03-12\nStatus: — → Draft\nFrench · Text: — → Bonjour\nFrench · Title: — → Avant\nWhen a language is missing: — → In the other language",`,
    );
    const changes = await cells(member.id, 'updated', 'fr');
    expect(changes).toContain(';Déconnexion de tous les appareils\u00a0: non affiché;');
    expect(changes).toContain(
      `;"Actif\u00a0: oui → non\nDésactivé jusqu’au\u00a0: — → 20/03/${year} 00:00:00\nMotif de la désactivation\u00a0: — → Repos";`,
    );
  });
});

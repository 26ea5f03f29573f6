import { buffer } from 'node:stream/consumers';
import type { KeptData } from '@agora/contract/features/data-exports/data-exports.rules';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { type Account, eventually, useService } from '../../../test/harness.ts';
import { addPasskey } from '../../../test/passkeys.ts';
import { fileForm } from '../../../test/requests.ts';
import { PARTS } from './data-exports.queries.ts';
import { deleteStrayExports, endOldExports } from './data-exports.service.ts';
import { WORDS } from './data-exports.words.rules.ts';

let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const service = useService({ worker: true, now });
beforeEach(() => {
  ahead = 0;
});

const DAY = 86_400_000;

/** The files of an archive, by name. */
async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const archive = await fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry())
    files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  return files;
}

const request = ({ token }: Account) => service().call('POST', '/users/me/data-export', { token });

/** Token of the link in the newest mail to somebody. */
const tokenFor = ({ email }: Account, former?: string) =>
  eventually(async () => {
    const { text } = await service().call('GET', `/mailbox?to=${encodeURIComponent(email)}`);
    const found = /data-export\?token=([\w-]+)/.exec(text)?.[1];
    return found === former ? undefined : found;
  });

async function download(token: string) {
  const { app } = service();
  return app.inject({ method: 'POST', url: '/api/v1/data-exports/download', payload: { token } });
}

const filesOf = async (token: string) => unzip((await download(token)).rawPayload);

async function ask({ token }: Account, body: string, images: string[] = []) {
  const json = { body, images, client_token: crypto.randomUUID() };
  return (await service().call('POST', '/app/messages', { token, json })).body;
}

it('mails a link to everything that is kept about a member, readable in their language and by programs', async () => {
  const t = service();
  const [member, other] = [await t.member({ full_name: 'Zoë <Lefèvre>' }), await t.member()];
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const upload = await t.call('POST', '/message-images/', { token: member.token, ...fileForm(png) });
  const { id } = await ask(member, 'Where is my parcel?', [upload.body.id]);
  await ask(other, 'Somebody else');
  const admin = await t.superuser();
  const { entries } = (await t.call('GET', `/messages/${id}`, { token: admin.token })).body;
  const reply = { body: 'On its way', last_entry_id: entries.at(-1).id };
  await t.call('POST', `/messages/${id}/replies`, { token: admin.token, json: reply });
  await t.call('POST', `/messages/${id}/notes`, {
    token: admin.token,
    json: { body: 'A note for colleagues' },
  });
  await t.call('POST', '/items/', { token: member.token, json: { title: 'My item' } });
  await t.call('PUT', `/users/${member.id}/note`, { token: admin.token, json: { body: 'Kind', version: 0 } });

  expect((await request(member)).status).toBe(200);
  const files = await filesOf(await tokenFor(member));
  const data = JSON.parse(files.get('data.json')?.toString() ?? '');
  expect(data.account[0]).toMatchObject({ email: member.email, full_name: 'Zoë <Lefèvre>', locale: 'fr' });
  expect(data.items[0].title).toBe('My item');
  expect(data.conversations).toHaveLength(1);
  const picture = `pictures/${upload.body.id}.webp`;
  expect(
    data.conversations[0].messages.map(({ from, text }: Record<string, string>) => [from, text]),
  ).toEqual([
    ['member', 'Where is my parcel?'],
    ['team', 'On its way'],
  ]);
  expect(data.conversations[0].messages[0].pictures).toEqual([picture]);
  expect((await sharp(files.get(picture)).metadata()).format).toBe('webp');
  expect(data.team_notes[0].body).toBe('Kind');
  expect(data.sessions).toHaveLength(1);

  const page = files.get('index.html')?.toString() ?? '';
  expect(page).toContain('<html lang="fr">');
  expect(page).toContain('Conversations avec l’équipe');
  expect(page).toContain('Zoë &lt;Lefèvre&gt;');
  expect(page).toContain('<dt>Nom complet</dt>');
  expect(page).toContain('<dt>Actif</dt><dd>Oui</dd>');
  expect(page).toContain('<dt>Langue</dt><dd>Français</dd>');
  expect(page).toContain('<dt>De</dt><dd>L’équipe</dd>');
  expect(page).toMatch(/<dt>Créé le<\/dt><dd>\d{1,2} \p{L}+ \d{4} à \d{2}:\d{2}<\/dd>/u);
  expect(page).not.toMatch(/\d{4}-\d{2}-\d{2}T/);
  expect(page).toContain(`href="${picture}"`);
  const everything = page + files.get('data.json');
  for (const absent of ['Somebody else', other.email, 'A note for colleagues', 'password', 'argon2', 'token'])
    expect(everything).not.toContain(absent);
});

it('keeps the link for seven days, and to whoever has it', async () => {
  const member = await service().member();
  await request(member);
  const token = await tokenFor(member);
  ahead = 7 * DAY - 60_000;
  expect((await download(token)).statusCode).toBe(200);
  expect((await download(`${token}x`)).json().code).toBe('invalid_token');
  ahead += 120_000;
  expect((await download(token)).json().code).toBe('invalid_token');
  const { storage, db } = service();
  const [row] = await db.execute<{ id: string }>(
    sql`select id from data_exports where user_id = ${member.id}`,
  );
  const file = `exports/${row?.id}/data.zip`;
  expect(await storage.exists(file)).toBe(true);
  await endOldExports({ db, storage, now });
  expect(await storage.exists(file)).toBe(false);
});

it('makes one copy a day for a member who asks, and any number for the team, who do not get it', async () => {
  const t = service();
  const admin = await t.superuser();
  const member = await t.member();
  await request(member);
  const again = await request(member);
  expect([again.status, again.body.code]).toEqual([429, 'too_many_requests']);
  const first = await tokenFor(member);
  const sent = await t.call('POST', `/users/${member.id}/data-export`, { token: admin.token });
  expect([sent.status, sent.text.includes(first)]).toEqual([200, false]);
  expect((await download(await tokenFor(member, first))).statusCode).toBe(200);
  const log = await t.call('GET', `/audit-logs/?entity_id=${member.id}`, { token: admin.token });
  const actors = log.body.data
    .filter(({ changes }: { changes: object }) => 'data_export' in changes)
    .map(({ actor_id }: { actor_id: string }) => actor_id);
  expect(actors).toEqual([admin.id, member.id]);
});

it('lets only those export a member’s data who may, and nobody that of an account with more rights', async () => {
  const t = service();
  const member = await t.member();
  const [exporter, moderator] = [
    await t.teamMember(['members.read', 'members.export']),
    await t.teamMember('moderator'),
  ];
  const order = (of: { id: string }, { token }: Account) =>
    t.call('POST', `/users/${of.id}/data-export`, { token });
  expect((await order(member, moderator)).status).toBe(403);
  expect((await order(await t.superuser(), exporter)).status).toBe(403);
  expect((await order(member, exporter)).status).toBe(200);
});

it('forgets the copy with the account', async () => {
  const t = service();
  const admin = await t.superuser();
  const member = await t.member();
  await request(member);
  const token = await tokenFor(member);
  const [row] = await t.db.execute<{ id: string }>(
    sql`select id from data_exports where user_id = ${member.id}`,
  );
  await t.call('POST', `/users/${member.id}/erase`, { token: admin.token });
  expect((await download(token)).json().code).toBe('invalid_token');
  const file = `exports/${row?.id}/data.zip`;
  expect(await t.storage.exists(file)).toBe(true);
  await deleteStrayExports(t);
  expect(await t.storage.exists(file)).toBe(false);
});

it('has what the team signs in with, without secrets', async () => {
  const t = service();
  const [colleague, other] = [await t.colleague(), await t.colleague()];
  await addPasskey(t, colleague, 'My laptop');
  await addPasskey(t, other, 'Of somebody else');
  await t.db.execute(
    sql`update users set oidc_linked_at = '2026-01-02T10:00:00Z' where id = ${colleague.id}`,
  );
  await t.db.execute(
    sql`insert into oidc_links values (${colleague.id}, 'https://login.example.com', 'my-subject')`,
  );
  await request(colleague);
  const files = await filesOf(await tokenFor(colleague));
  const data = JSON.parse(files.get('data.json')?.toString() ?? '');
  expect(data.passkeys).toEqual([{ name: 'My laptop', created_at: expect.any(String), last_used_at: null }]);
  expect(data.sign_in_provider).toEqual([
    { issuer: 'https://login.example.com', linked_at: expect.stringMatching(/^2026-01-02T/) },
  ]);
  expect(data.known_devices).toEqual([
    { network: expect.any(String), program: expect.any(String), last_used_at: expect.any(String) },
  ]);
  expect(data.account[0].second_factor_at).toEqual(expect.any(String));
});

/** Which kind of kept data each table with accounts is, or why it is none. */
const TABLES: Record<string, KeptData | { none: string }> = {
  alerts: 'alerts',
  api_keys: 'api_keys',
  approvals: 'approvals',
  audit_logs: 'audit_log',
  broadcast_deliveries: 'notifications',
  broadcasts: { none: 'who wrote content of the team; the name is gone with the account' },
  daily_messages: { none: 'as broadcasts' },
  data_exports: 'copies',
  devices: 'devices',
  email_changes: 'accounts',
  idempotency_keys: { none: 'answers to repeated calls, for a day' },
  items: 'items',
  known_devices: 'known_devices',
  known_networks: 'known_networks',
  member_days: 'activity',
  message_entries: 'conversations',
  message_images: 'conversations',
  message_pending_replies: 'conversations',
  message_reads: 'conversations',
  message_threads: 'conversations',

  news_articles: { none: 'as broadcasts' },
  news_autosaves: { none: 'as broadcasts' },
  news_reads: 'reading',
  news_revisions: { none: 'as broadcasts' },
  notification_preferences: 'preferences',
  oidc_links: 'second_factors',
  passkeys: 'second_factors',
  password_tokens: 'accounts',
  preferences: 'preferences',
  ratings: 'ratings',
  row_counts: { none: 'counts' },
  saved_views: 'preferences',
  second_factors: 'second_factors',
  segments: { none: 'as broadcasts' },
  sessions: 'sessions',
  user_notes: 'notes',
  users: 'accounts',
};

it('names every table with accounts among what is kept', async () => {
  const rows = await service().db.execute<{ name: string }>(sql`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'users'::regclass
    union
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name in ('user_id', 'owner_id', 'author_id', 'actor_id')`);
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(TABLES).sort());
});

it('has words for every column of a copy', async () => {
  const { db } = service();
  for (const query of Object.values(PARTS)) {
    const result = await db.execute(sql`select * from (${query(crypto.randomUUID())}) as part`);
    const { columns } = result as unknown as { columns: { name: string }[] };
    expect(columns.length).toBeGreaterThan(0);
    for (const { name } of columns) expect(WORDS.fr.fields).toHaveProperty(name);
  }
});

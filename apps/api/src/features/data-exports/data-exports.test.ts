import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { type Account, eventually, useService } from '../../../test/harness.ts';
import { fileForm } from '../../../test/requests.ts';
import { deleteStrayExports, endOldExports } from './data-exports.service.ts';

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

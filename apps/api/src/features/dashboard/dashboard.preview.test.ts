import { expect, it } from 'vitest';
import { insertArticles } from '../../../test/articles.ts';
import { type Account, useService } from '../../../test/harness.ts';

const service = useService();

const preview = (account: { id: string }, { token }: Account) =>
  service().call('GET', `/users/${account.id}/app-preview`, { token });

async function ask({ token }: Account, subject: string) {
  const json = { subject, body: 'Where is it?', client_token: crypto.randomUUID() };
  return (await service().call('POST', '/app/messages', { token, json })).body;
}

it('shows what the app shows the member now, in their language', async () => {
  const t = service();
  const admin = await t.superuser();
  const [member, other] = [await t.member({ locale: 'en' }), await t.member()];
  await insertArticles(t, 3);
  await ask(member, 'Mine');
  await ask(other, 'Theirs');
  const { body } = await preview(member, admin);
  expect(body.news).toHaveLength(3);
  const app = (await t.call('GET', '/app/home', { token: member.token })).body;
  for (const field of ['daily_message', 'news', 'unread_messages', 'unread_notifications'])
    expect(body[field]).toEqual(app[field]);
  const listed = (await t.call('GET', '/app/messages?limit=5', { token: member.token })).body.data;
  expect(body.conversations).toEqual(listed);
  expect(listed).toHaveLength(1);
});

it('logs who looked at it, and leaves the member’s own state as it is', async () => {
  const t = service();
  const admin = await t.superuser();
  const member = await t.member();
  const before = (await t.call('GET', `/users/${member.id}`, { token: admin.token })).body;
  await preview(member, admin);
  const { body } = await t.call('GET', `/audit-logs/?entity_id=${member.id}`, { token: admin.token });
  expect(body.data[0]).toMatchObject({ actor_id: admin.id, changes: { app_preview: null } });
  const after = (await t.call('GET', `/users/${member.id}`, { token: admin.token })).body;
  expect(after).toEqual(before);
  const sessions = await t.call('GET', '/sessions/', { token: member.token });
  expect(sessions.body.count).toBe(1);
});

it('leaves out conversations without the permission to read them, and refuses accounts of the team', async () => {
  const t = service();
  const member = await t.member();
  await ask(member, 'Mine');
  const [reader, editor] = [await t.teamMember(['members.read']), await t.teamMember('editor')];
  const { body, text } = await preview(member, reader);
  expect(body.conversations).toBeNull();
  expect(text).not.toContain('Mine');
  expect((await preview(member, editor)).status).toBe(403);
  expect((await preview(editor, reader)).status).toBe(403);
  expect((await preview(editor, await t.superuser())).status).toBe(200);
  const unknown = await preview({ id: crypto.randomUUID() }, reader);
  expect([unknown.status, unknown.body.code]).toEqual([404, 'user_not_found']);
});

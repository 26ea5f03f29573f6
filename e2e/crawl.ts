import { randomUUID } from 'node:crypto';
import { french } from '../apps/api/test/articles.ts';
import type { Account, TestService } from '../apps/api/test/harness.ts';
import { randomEmail } from '../apps/api/test/harness.ts';
import { civilDay } from './steps.ts';

/** The longest allowed texts, without a break opportunity. */
const LONG_NAME = 'W'.repeat(255);
const LONG_TITLE = 'W'.repeat(160);

/** Ids of rows that the crawled pages show. */
export interface Rows {
  member: string;
  deactivated: string;
  invited: string;
  admin: string;
  article: string;
  message: string;
  conversation: string;
  draftPush: string;
  scheduledPush: string;
  sentPush: string;
}

/** Inserts rows of every kind, some with the longest texts. */
export async function populate(t: TestService, admin: Account): Promise<Rows> {
  const { token } = admin;
  const post = async (path: string, json: object, by = token) => {
    const { status, body } = await t.call('POST', path, { token: by, json });
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const member = await t.member({ full_name: LONG_NAME });
  const deactivated = await t.member();
  await post(`/users/${deactivated.id}/deactivate`, { reason: 'Abus répétés', until: '2999-01-01' });
  const invited = await post('/users/invite', { email: randomEmail() });
  for (const owner of [admin, member])
    await post('/items/', { title: LONG_NAME, description: `${'y'.repeat(120)} Bleu` }, owner.token);
  const article = await post('/news/', { content: french(LONG_TITLE) });
  const message = await post('/daily-messages/', {
    translations: { fr: { title: 'Le marché', body: 'Samedi matin' } },
  });
  for (const push_permission of ['granted', 'denied'])
    await t.call('PUT', `/app/devices/${randomUUID()}`, {
      token: member.token,
      json: { platform: 'ios', provider: 'fcm', token: randomUUID(), push_permission },
    });
  for (const score of [5, 2])
    await t.call('PUT', '/app/ratings', {
      token: member.token,
      json: { target_type: 'app', score, comment: 'Très bien', app_version: '2.4.0' },
    });
  const [draftPush, scheduledPush, sentPush] = await writePushes(post, member);
  return {
    member: member.id,
    deactivated: deactivated.id,
    invited: invited.id,
    admin: admin.id,
    article: article.id,
    message: message.id,
    conversation: await createConversation(post, member),
    draftPush,
    scheduledPush,
    sentPush,
  };
}

type Post = (path: string, json: object, by?: string) => Promise<{ id: string; entries: { id: string }[] }>;

/** A draft, a scheduled push, and a sent one. */
async function writePushes(post: Post, member: Account): Promise<[string, string, string]> {
  const write = async () =>
    (
      await post('/broadcasts/', {
        name: 'La fête',
        audience: { member_ids: [member.id] },
        translations: { fr: { title: 'La fête', body: 'Samedi à 18 h' }, en: null },
        urgent: true,
      })
    ).id;
  await post('/segments/', { name: 'Francophones', audience: { locales: ['fr'], unopened_last: true } });
  const [draft, scheduled, sent] = [await write(), await write(), await write()];
  const local = `${civilDay('Europe/Paris', 30)}T09:00`;
  await post(`/broadcasts/${scheduled}/schedule`, { local, time_zone: 'Europe/Paris', expected_devices: 1 });
  await post(`/broadcasts/${sent}/send`, { expected_devices: 1 });
  return [draft, scheduled, sent];
}

/** A conversation with every kind of entry. */
async function createConversation(post: Post, member: Account): Promise<string> {
  const asked = { subject: 'Le calendrier', body: 'Où est-il ?', client_token: randomUUID() };
  const { id, entries } = await post('/app/messages', asked, member.token);
  await post(`/messages/${id}/replies`, { body: 'Ici.', last_entry_id: entries[0]?.id });
  await post(`/messages/${id}/notes`, { body: 'Vu avec Paul' });
  const answer = { body: 'Merci !', client_token: randomUUID() };
  await post(`/app/messages/${id}/replies`, answer, member.token);
  await post('/reply-templates/', {
    title: 'Merci',
    bodies: { fr: 'Merci {prénom}', en: 'Thank you {first_name}' },
  });
  return id;
}

type Addresses = Readonly<Record<string, (rows: Rows) => readonly string[]>>;

/** URLs to visit for each page, by its path in `<feature>.routes.ts`. A missing page fails the test by its path. */
export const GUEST_PAGES: Addresses = {
  '/login': () => ['/login'],
  '/signup': () => ['/signup'],
  '/recover-password': () => ['/recover-password'],
  '/reset-password': () => ['/reset-password', '/reset-password?token=x'],
  '/confirm-email-change': () => ['/confirm-email-change?token=x'],
  '/undo-email-change': () => ['/undo-email-change?token=x'],
  '/data-export': () => ['/data-export?token=x'],
  '/login/provider': () => ['/login/provider?code=x&state=y'],
  '/unsubscribe': () => ['/unsubscribe?token=x'],
  '*': () => ['/no/such/page'],
};

export const MEMBER_PAGES: Addresses = {
  '/dashboard': () => ['/dashboard'],
  '/items': () => ['/items'],
  '/settings': () => ['/settings'],
  // Reserved for superusers.
  '/members': () => ['/members'],
};

export const TEAM_PAGES: Addresses = {
  '/dashboard': () => ['/dashboard'],
  '/daily-message': () => ['/daily-message', '/daily-message?view=list', '/daily-message?view=history'],
  '/daily-message/new': () => ['/daily-message/new'],
  '/daily-message/:messageId': ({ message }) => [`/daily-message/${message}`],
  '/broadcast': () => ['/broadcast', '/broadcast?view=segments'],
  '/broadcast/new': () => ['/broadcast/new'],
  '/broadcast/:broadcastId': ({ draftPush, scheduledPush, sentPush }) =>
    [draftPush, scheduledPush, sentPush].map((id) => `/broadcast/${id}`),
  '/news': () => ['/news', '/news?view=categories'],
  '/news/new': () => ['/news/new'],
  '/news/:articleId': ({ article }) => [`/news/${article}`],
  '/approvals': () => ['/approvals'],
  '/messages/:messageId?': ({ conversation }) => ['/messages', `/messages/${conversation}`],
  '/rates': () => ['/rates'],
  '/members': () => ['/members', '/members?search=zzzz', '/members?from=2020-01-01', '/members?page=99'],
  '/members/new': () => ['/members/new'],
  '/members/:userId': ({ member, deactivated, invited }) => [
    `/members/${member}`,
    `/members/${member}?view=account`,
    `/members/${member}?view=devices`,
    `/members/${deactivated}`,
    `/members/${invited}`,
    `/members/${randomUUID()}`,
  ],
  '/admin': () => ['/admin'],
  '/admin/new': () => ['/admin/new'],
  '/admin/:userId': ({ admin }) => [`/admin/${admin}`],
  '/items': () => ['/items'],
  '/data-protection': () => ['/data-protection'],
  '/roles': () => ['/roles'],
  '/api-keys': () => ['/api-keys'],
  '/audit-log': () => ['/audit-log'],
  '/settings': () => ['/settings'],
};

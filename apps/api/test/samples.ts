import { randomUUID } from 'node:crypto';
import { contract } from '@agora/contract';
import type { RouteMetadata } from '@agora/contract/shared/define';
import type { AppRoute } from '@ts-rest/core';
import { sql } from 'drizzle-orm';
import { type Account, type Answer, randomEmail, type TestService } from './harness.ts';

export interface Sample {
  params?: Record<string, string>;
  query?: string;
  json?: unknown;
  /** A picture, sent as the file of a form. */
  file?: Buffer;
  form?: Record<string, string>;
}

type MakeSample = (t: TestService, caller: Account) => Promise<Sample> | Sample;

/** A route of the contract, and what the contract says of it. */
export interface Operation extends RouteMetadata {
  route: AppRoute;
  /** A request that its rightful callers succeed with. */
  sample: MakeSample;
  /** What that is answered with. */
  success: number;
}

const none: MakeSample = () => ({});
const anybody = async (t: TestService) => ({ params: { user_id: (await t.member()).id } });
const invited = async (t: TestService) => {
  const { token } = await t.superuser();
  const { body } = await t.call('POST', '/users/invite', { token, json: { email: randomEmail() } });
  return { params: { user_id: body.id } };
};
const pendingEmail: MakeSample = async (t, caller) => {
  await t.letPasswordAge(caller);
  await t.call('PATCH', '/users/me', { token: caller.token, json: { email: randomEmail() } });
  return {};
};
const ownItem = async (t: TestService, { token }: Account) => {
  const { body } = await t.call('POST', '/items/', { token, json: { title: 'Mine' } });
  return { params: { id: body.id as string } };
};

/** A day that nobody else's sample takes. */
const freeDay = (() => {
  let days = 0;
  return () => {
    days += 1;
    return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  };
})();
const written = { translations: { fr: { body: 'Bonjour' }, en: { body: 'Hello' } }, status: 'ready' };
const writeDaily = async (t: TestService, day: string | null = null) => {
  const { token } = await t.superuser();
  const { body } = await t.call('POST', '/daily-messages/', { token, json: { ...written, day } });
  return { params: { id: body.id as string } };
};
const dailyMessage: MakeSample = (t) => writeDaily(t);

const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
const content = {
  translations: { fr: { title: 'Un article', body: paragraph('Bonjour'), state: 'ready' }, en: null },
};
const otherContent = { translations: { ...content.translations, en: content.translations.fr } };
const writeNews = async (t: TestService, ...verbs: string[]) => {
  const { token } = await t.superuser();
  const { body } = await t.call('POST', '/news/', { token, json: { content } });
  for (const verb of verbs) await t.call('POST', `/news/${body.id}/${verb}`, { token, json: {} });
  return { params: { id: body.id as string } };
};
const article: MakeSample = (t) => writeNews(t);
const trashedArticle = async (t: TestService) => {
  const sample = await writeNews(t);
  const { token } = await t.superuser();
  await t.call('DELETE', `/news/${sample.params.id}`, { token });
  return sample;
};
/** What an article was before it was changed. */
const revision: MakeSample = async (t) => {
  const { params } = await writeNews(t);
  const { token } = await t.superuser();
  await t.call('PATCH', `/news/${params.id}`, { token, json: { version: 1, content: otherContent } });
  const { body } = await t.call('GET', `/news/${params.id}/revisions`, { token });
  return { params: { ...params, revision_id: body.data.at(-1).id as string } };
};
const newCategory = () => {
  const name = `Category ${randomUUID()}`;
  return { names: { fr: name, en: name }, color: '#009688' };
};
const category = async (t: TestService) => {
  const { token } = await t.superuser();
  const { body } = await t.call('POST', '/news-categories/', { token, json: newCategory() });
  return { params: { id: body.id as string } };
};
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const context = { platform: 'ios', app_version: '2.4.0', os: 'iOS 19', device: 'iPhone', screen: 'home' };
/** A conversation of somebody, and their message in it. */
const writeMessage = async (t: TestService, { token }: Account) => {
  const json = { subject: 'A subject', body: 'A message', client_token: randomUUID(), context };
  const { body } = await t.call('POST', '/app/messages', { token, json });
  return { id: body.id as string, last_entry_id: body.entries[0].id as string };
};
/** A picture that somebody sent with a message. */
const ownImage: MakeSample = async (t, { token }) => {
  const { body } = await t.call('POST', '/message-images/', { token, ...fileForm(PIXEL) });
  const json = { body: 'Look', client_token: randomUUID(), images: [body.id] };
  await t.call('POST', '/app/messages', { token, json });
  return { params: { id: body.id as string } };
};
const ownMessage: MakeSample = async (t, caller) => ({ params: { id: (await writeMessage(t, caller)).id } });
const message = async (t: TestService) => ({ params: { id: (await writeMessage(t, await t.member())).id } });
const template = async (t: TestService) => {
  const { token } = await t.superuser();
  const json = { title: 'Thanks', bodies: { fr: 'Merci {prénom}', en: 'Thank you {first_name}' } };
  const { body } = await t.call('POST', '/reply-templates/', { token, json });
  return { params: { id: body.id as string } };
};
const stars = { target_type: 'app', score: 4, comment: 'Good', platform: 'ios', app_version: '2.4.0' };
const ownRating = async (t: TestService, { token }: Account) => {
  const query = 'target_type=app';
  const { status } = await t.call('GET', `/app/ratings/mine?${query}`, { token });
  if (status === 404) await t.call('PUT', '/app/ratings', { token, json: stars });
  return { query };
};
const rating = async (t: TestService) => {
  const member = await t.member();
  await ownRating(t, member);
  const { token } = await t.superuser();
  const { body } = await t.call('GET', `/ratings/?user_id=${member.id}`, { token });
  return { params: { id: body.data[0].id as string } };
};

const phone = () => ({ platform: 'android', provider: 'fcm', token: randomUUID() });
const register = async (t: TestService, { token }: Account) => {
  const params = { installation_id: randomUUID() };
  await t.call('PUT', `/app/devices/${params.installation_id}`, { token, json: phone() });
  return { params };
};
const device: MakeSample = async (t) => {
  const { id, ...member } = await t.member();
  await register(t, { id, ...member });
  const { token } = await t.superuser();
  const { body } = await t.call('GET', `/devices/?user_id=${id}`, { token });
  return { params: { id: body.data[0].id } };
};

/** A broadcast to one member with a phone. */
const broadcast: MakeSample = async (t) => {
  const { id, ...member } = await t.member();
  await register(t, { id, ...member });
  const { token } = await t.superuser();
  const json = {
    translations: { fr: { title: 'Bonjour', body: 'À tous' } },
    audience: { member_ids: [id] },
  };
  const { body } = await t.call('POST', '/broadcasts/', { token, json });
  return { params: { id: body.id } };
};
/** The same, brought into another state. */
const broadcastAfter =
  (...actions: [action: string, json?: object][]): MakeSample =>
  async (t, caller) => {
    const sample = await broadcast(t, caller);
    const { token } = await t.superuser();
    for (const [action, json] of actions)
      await t.call('POST', `/broadcasts/${sample.params?.['id']}/${action}`, {
        token,
        ...(json && { json }),
      });
    return sample;
  };
const toOne = { expected_devices: 1 };
const atNoon = () => ({ local: `${freeDay()}T12:00`, time_zone: 'UTC', ...toOne });
const notification: MakeSample = async (t, caller) => {
  const sample = await broadcast(t, caller);
  await t.db.execute(sql`insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, not_before, status)
    values (${sample.params?.['id']}, ${randomUUID()}, ${caller.id}, 'ios', 'fr', now(), 'sent')`);
  return sample;
};

/** A request of each route that its rightful callers succeed with. A route without one fails the tests. */
const SAMPLES: Record<string, MakeSample> = {
  'login-login_access_token': (_t, { email, password }) => ({ form: { username: email, password } }),
  'login-test_token': none,
  'login-recover_password': () => ({ params: { email: randomEmail() } }),
  'login-reset_password': async (t) => {
    const { email } = await t.member();
    const { token } = await t.superuser();
    const mail = await t.call('POST', `/password-recovery-html-content/${email}`, { token });
    const reset = /reset-password\?token=([\w-]+)"/.exec(mail.text)?.[1];
    return { json: { token: reset, new_password: 'another horse' } };
  },
  'login-recover_password_html_content': (_t, { email }) => ({ params: { email } }),
  'login-verify_password': (_t, { password }) => ({ json: { password } }),
  'users-read_users': none,
  'users-create_user': () => ({ json: { email: randomEmail(), password: 'correct horse' } }),
  'users-read_user_me': none,
  'users-delete_user_me': none,
  'users-update_user_me': () => ({ json: { full_name: 'New Name' } }),
  'users-update_password_me': (_t, { password }) => ({
    json: { current_password: password, new_password: `${password}!` },
  }),
  'users-resend_email_confirmation': pendingEmail,
  'users-cancel_email_change': pendingEmail,
  'users-register_user': () => ({
    json: { email: randomEmail(), password: 'correct horse', confirm_password: 'correct horse' },
  }),
  'users-read_user_by_id': (_t, { id }) => ({ params: { user_id: id } }),
  'users-update_user': async (t) => ({
    params: { user_id: (await t.member()).id },
    json: { full_name: 'Changed' },
  }),
  'users-delete_user': anybody,
  'users-export_users': none,
  'users-bulk_users': async (t) => ({ json: { action: 'deactivate', ids: [(await t.member()).id] } }),
  'users-invite_user': () => ({ json: { email: randomEmail() } }),
  'users-deactivate_user': async (t) => ({ ...(await anybody(t)), json: { reason: 'On leave' } }),
  'users-reactivate_user': async (t) => {
    const sample = await anybody(t);
    const { token } = await t.superuser();
    await t.call('POST', `/users/${sample.params.user_id}/deactivate`, { token, json: {} });
    return sample;
  },
  'users-restore_user': async (t) => {
    const sample = await anybody(t);
    const { token } = await t.superuser();
    await t.call('DELETE', `/users/${sample.params.user_id}`, { token });
    return sample;
  },
  'users-erase_user': anybody,
  'users-sign_out_user': anybody,
  'users-send_invitation': invited,
  'users-create_invitation_link': invited,
  'items-read_items': none,
  'items-create_item': () => ({ json: { title: 'An item' } }),
  'items-read_item': ownItem,
  'items-update_item': async (t, caller) => ({ ...(await ownItem(t, caller)), json: { title: 'New' } }),
  'items-delete_item': ownItem,
  'items-export_items': none,
  'items-bulk_items': async (t, caller) => ({
    json: { action: 'delete', ids: [(await ownItem(t, caller)).params.id] },
  }),
  'items-restore_item': async (t, caller) => {
    const sample = await ownItem(t, caller);
    await t.call('DELETE', `/items/${sample.params.id}`, { token: caller.token });
    return sample;
  },
  'preferences-read_preferences': none,
  'preferences-update_preferences': () => ({ json: { theme: 'dark' } }),
  'dashboard-read_dashboard': none,
  'daily_messages-read_daily_messages': none,
  'daily_messages-create_daily_message': () => ({ json: written }),
  'daily_messages-export_daily_messages': none,
  'daily_messages-read_calendar': () => ({ query: 'month=2026-03' }),
  'daily_messages-read_issues': none,
  'daily_messages-preview_daily_message': async (t) => {
    await writeDaily(t);
    return { query: `day=${new Date().toISOString().slice(0, 10)}&locale=fr` };
  },
  'daily_messages-bulk_daily_messages': async (t) => ({
    json: { action: 'draft', ids: [(await writeDaily(t)).params.id] },
  }),
  'daily_messages-fill_from_reserve': () => {
    const day = freeDay();
    return { json: { from: day, to: day } };
  },
  'daily_messages-import_daily_messages': () => ({ json: { csv: 'fr_body\nBonjour', dry_run: true } }),
  'daily_messages-read_daily_message': dailyMessage,
  'daily_messages-update_daily_message': async (t) => ({
    ...(await writeDaily(t)),
    json: { status: 'draft' },
  }),
  'daily_messages-delete_daily_message': dailyMessage,
  'daily_messages-restore_daily_message': async (t) => {
    const sample = await writeDaily(t);
    const { token } = await t.superuser();
    await t.call('DELETE', `/daily-messages/${sample.params.id}`, { token });
    return sample;
  },
  'daily_messages-move_daily_message': async (t) => ({
    ...(await writeDaily(t)),
    json: { day: freeDay(), on_conflict: 'shift' },
  }),
  'daily_messages-duplicate_daily_message': async (t) => ({ ...(await writeDaily(t)), json: {} }),
  'news-read_news': none,
  'news-create_news': () => ({ json: { content } }),
  'news-read_authors': none,
  'news-bulk_news': async (t) => ({ json: { action: 'archive', ids: [(await writeNews(t)).params.id] } }),
  'news-read_article': article,
  'news-update_news': async (t) => ({
    ...(await writeNews(t)),
    json: { version: 1, content: otherContent },
  }),
  'news-autosave_news': async (t) => ({ ...(await writeNews(t)), json: { version: 1, content } }),
  'news-discard_autosave': async (t) => ({
    ...(await writeNews(t)),
    query: 'saved_at=2026-03-01T08:00:00.000Z',
  }),
  'news-delete_news': article,
  'news-restore_news': trashedArticle,
  'news-publish_news': async (t) => ({ ...(await writeNews(t)), json: {} }),
  'news-schedule_news': async (t) => ({
    ...(await writeNews(t)),
    json: { visible_from: '2090-01-01T12:00' },
  }),
  'news-unpublish_news': (t) => writeNews(t, 'publish'),
  'news-archive_news': article,
  'news-unarchive_news': (t) => writeNews(t, 'archive'),
  'news-duplicate_news': article,
  'news-pin_news': async (t) => ({ ...(await writeNews(t)), json: {} }),
  'news-read_revisions': article,
  'news-read_revision': revision,
  'news-restore_revision': revision,
  'news-preview_news': () => ({ json: { content, locale: 'fr' } }),
  'news_categories-read_news_categories': none,
  'news_categories-create_news_category': () => ({ json: newCategory() }),
  'news_categories-update_news_category': async (t) => ({ ...(await category(t)), json: newCategory() }),
  'news_categories-delete_news_category': category,
  'media-read_media': none,
  'media-upload_media': () => ({ file: PIXEL }),
  'messages-read_messages': none,
  'messages-count_messages': none,
  'messages-bulk_messages': async (t) => ({
    json: { action: 'close', ids: [(await message(t)).params.id] },
  }),
  'messages-reply_to_messages': async (t) => ({
    json: {
      conversations: [{ id: (await message(t)).params.id, version: 1 }],
      bodies: { fr: 'Bonjour {prénom}', en: 'Hello {first_name}' },
    },
  }),
  'messages-read_message': message,
  'messages-update_message': async (t) => ({ ...(await message(t)), json: { category: 'idea' } }),
  'messages-reply_to_message': async (t) => {
    const { id, last_entry_id } = await writeMessage(t, await t.member());
    return { params: { id }, json: { body: 'A reply', last_entry_id } };
  },
  'messages-add_message_note': async (t) => ({ ...(await message(t)), json: { body: 'A note' } }),
  'messages-mark_message_read': message,
  'messages-mark_message_unread': message,
  'messages-mark_message_spam': message,
  'messages-mark_message_not_spam': async (t) => {
    const sample = await message(t);
    const { token } = await t.superuser();
    await t.call('POST', `/messages/${sample.params.id}/spam`, { token });
    return sample;
  },
  'messages-read_resolved_templates': message,
  'messages-block_messages': anybody,
  'messages-unblock_messages': async (t) => {
    const sample = await anybody(t);
    const { token } = await t.superuser();
    await t.call('POST', `/users/${sample.params.user_id}/block-messages`, { token });
    return sample;
  },
  'message_images-upload_message_image': () => ({ file: PIXEL }),
  'message_images-read_message_image': ownImage,
  'reply_templates-read_reply_templates': none,
  'reply_templates-create_reply_template': () => ({ json: { title: 'Thanks', bodies: { fr: 'Merci' } } }),
  'reply_templates-read_reply_template': template,
  'reply_templates-update_reply_template': async (t) => ({
    ...(await template(t)),
    json: { title: 'Thanks a lot' },
  }),
  'reply_templates-delete_reply_template': template,
  'ratings-read_ratings': none,
  'ratings-summarize_ratings': none,
  'ratings-export_ratings': none,
  'ratings-read_rating': rating,
  'ratings-reply_to_rating': async (t) => ({ ...(await rating(t)), json: { body: 'A reply' } }),
  'audit_logs-read_audit_logs': none,
  'audit_logs-export_audit_logs': none,
  'app-read_daily_message': async (t) => {
    await writeDaily(t);
    return {};
  },
  'app-read_daily_messages': none,
  'app-read_news_list': none,
  'app-read_news_categories': none,
  'app-read_news': async (t) => ({
    params: { id_or_slug: (await writeNews(t, 'publish')).params.id },
  }),
  'app-mark_news_read': (t) => writeNews(t, 'publish'),
  'app-read_messages': none,
  'app-send_message': () => ({ json: { body: 'A message', client_token: randomUUID() } }),
  'app-read_message': ownMessage,
  'app-reply_to_message': async (t, caller) => ({
    ...(await ownMessage(t, caller)),
    json: { body: 'More', client_token: randomUUID() },
  }),
  'app-mark_message_read': ownMessage,
  'app-put_rating': () => ({ json: stars }),
  'app-read_rating': ownRating,
  'app-delete_rating': ownRating,
  'app-read_home': none,
  'app-put_device': () => ({ params: { installation_id: randomUUID() }, json: phone() }),
  'app-delete_device': register,
  'app-read_notification_preferences': none,
  'app-update_notification_preferences': () => ({ json: { news: false } }),
  'devices-read_devices': none,
  'devices-delete_device': device,
  'devices-test_device': device,
  'broadcasts-read_broadcasts': none,
  'broadcasts-create_broadcast': () => ({ json: { name: 'A push' } }),
  'broadcasts-preview_audience': () => ({ json: { audience: { everyone: true } } }),
  'broadcasts-read_broadcast': broadcast,
  'broadcasts-update_broadcast': async (t, caller) => ({
    ...(await broadcast(t, caller)),
    json: { name: 'Another' },
  }),
  'broadcasts-delete_broadcast': broadcast,
  'broadcasts-test_broadcast': async (t, caller) => {
    const { params } = await device(t, caller);
    return { ...(await broadcast(t, caller)), json: { device_ids: [params?.['id']] } };
  },
  'broadcasts-send_broadcast': async (t, caller) => ({ ...(await broadcast(t, caller)), json: toOne }),
  'broadcasts-schedule_broadcast': async (t, caller) => ({
    ...(await broadcast(t, caller)),
    json: atNoon(),
  }),
  'broadcasts-unschedule_broadcast': (t, caller) => broadcastAfter(['schedule', atNoon()])(t, caller),
  'broadcasts-pause_broadcast': broadcastAfter(['send', toOne]),
  'broadcasts-resume_broadcast': broadcastAfter(['send', toOne], ['pause']),
  'broadcasts-cancel_broadcast': broadcastAfter(['send', toOne]),
  'broadcasts-duplicate_broadcast': broadcast,
  'broadcasts-read_deliveries': broadcast,
  'broadcasts-read_stats': broadcast,
  'app-read_notifications': none,
  'app-open_notification': notification,
  'app-read_all_notifications': none,
  'sessions-read_sessions': none,
  'sessions-delete_sessions': none,
  'sessions-delete_current_session': none,
  'sessions-delete_session': async (t, { token, email, password }) => {
    await t.login(email, password);
    const { body } = await t.call('GET', '/sessions/', { token });
    return { params: { id: body.data.find((row: { is_current: boolean }) => !row.is_current).id } };
  },
  'utils-test_email': () => ({ query: 'email_to=somebody@example.com' }),
  'utils-health_check': none,
  'private-create_user': () => ({
    json: { email: randomEmail(), password: 'correct horse', full_name: 'Private' },
  }),
  'private-read_pushes': none,
};

/** Routes whose success takes something that no request can make: judged elsewhere. */
const ONLY_REFUSED: Record<string, { sample: Sample; status: number; why: string }> = {
  'inbound_mail-receive_mail': {
    sample: { file: Buffer.from('From: somebody@example.com\r\n\r\nHello') },
    status: 401,
    why: 'its token is a setting: see messages.inbound.test.ts',
  },
  'users-confirm_email_change': {
    sample: { json: { token: 'unknown' } },
    status: 400,
    why: 'its token is in a mail: see accounts.own-email.test.ts',
  },
  'users-undo_email_change': {
    sample: { json: { token: 'unknown' } },
    status: 400,
    why: 'its token is in a mail: see accounts.users.test.ts',
  },
};

/** Every route of the contract with a request of it. A new one is tested, and attacked, from its first day. */
export const OPERATIONS: Operation[] = (
  Object.values(contract).flatMap((part) => Object.values(part)) as AppRoute[]
).map((route) => {
  const metadata = route.metadata as RouteMetadata;
  const refused = ONLY_REFUSED[metadata.operationId];
  const sample = refused ? () => refused.sample : SAMPLES[metadata.operationId];
  if (!sample) throw new Error(`${metadata.operationId} has no sample request in test/samples.ts`);
  const success = refused?.status ?? Number(Object.keys(route.responses).find((status) => status < '300'));
  return { ...metadata, route, sample, success };
});

/** The address of a request: parameters as they are, or as the caller encodes them. */
export const pathOf = (route: AppRoute, { params = {}, query }: Sample, encode = encodeURIComponent) => {
  const path = Object.entries(params).reduce(
    (url, [name, value]) => url.replace(`:${name}`, () => encode(value)),
    route.path,
  );
  return query ? `${path}?${query}` : path;
};

/** A form with one file in it. */
export const fileForm = (bytes: Buffer, name = 'picture.png') => ({
  headers: { 'content-type': 'multipart/form-data; boundary=agora' },
  payload: Buffer.concat([
    Buffer.from(
      `--agora\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n--agora--\r\n'),
  ]),
});

export const send = (
  t: TestService,
  { route }: Operation,
  sample: Sample,
  token?: string,
): Promise<Answer> => {
  const { json, form, file } = sample;
  return t.call(route.method, pathOf(route, sample), {
    token,
    ...(file && fileForm(file)),
    ...(json !== undefined && { json }),
    ...(form && { form }),
  });
};

import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Account, type TestService } from '../../../test/harness.ts';
import { fileForm, type MakeSample, none, type Samples } from '../../../test/requests.ts';
import { anyMember } from '../accounts/accounts.samples.ts';
import { PIXEL } from '../media/media.samples.ts';

const context = { platform: 'ios', app_version: '2.4.0', os: 'iOS 19', device: 'iPhone', screen: 'home' };
/** Creates a conversation with one message of the user. */
const writeMessage = async (t: TestService, { token }: Account) => {
  const json = { subject: 'A subject', body: 'A message', client_token: randomUUID(), context };
  const { body } = await t.call('POST', '/app/messages', { token, json });
  return { id: body.id as string, last_entry_id: body.entries[0].id as string };
};
/** Uploads a picture for a message. */
const ownImage: MakeSample = async (t, { token }) => {
  const { body } = await t.call('POST', '/message-images/', { token, ...fileForm(PIXEL) });
  const json = { body: 'Look', client_token: randomUUID(), images: [body.id] };
  await t.call('POST', '/app/messages', { token, json });
  return { params: { id: body.id as string } };
};
const ownMessage: MakeSample = async (t, caller) => ({ params: { id: (await writeMessage(t, caller)).id } });
const message = async (t: TestService) => ({ params: { id: (await writeMessage(t, await t.member())).id } });
const pendingReply = async (t: TestService) => {
  const { id, last_entry_id } = await writeMessage(t, await t.member());
  const { token } = await t.superuser();
  const json = { body: 'A reply', last_entry_id, undo_seconds: 60 };
  const { body } = await t.call('POST', `/messages/${id}/replies`, { token, json });
  return { params: { id: body.pending_replies[0].id as string }, last_entry_id };
};
const template = async (t: TestService) => {
  const { token } = await t.superuser();
  const json = { title: 'Thanks', bodies: { fr: 'Merci {prénom}', en: 'Thank you {first_name}' } };
  const { body } = await t.call('POST', '/reply-templates/', { token, json });
  return { params: { id: body.id as string } };
};

export const samples: Samples = {
  user: {
    'message_images-upload_message_image': () => ({ file: PIXEL }),
    'message_images-read_message_image': ownImage,
    'app-read_messages': none,
    'app-send_message': () => ({ json: { body: 'A message', client_token: randomUUID() } }),
    'app-read_message': ownMessage,
    'app-reply_to_message': async (t, caller) => ({
      ...(await ownMessage(t, caller)),
      json: { body: 'More', client_token: randomUUID() },
    }),
    'app-mark_message_read': ownMessage,
  },
  team: {
    'messages-read_messages': none,
    'messages-start_message': async (t) => ({ json: { user_id: (await t.member()).id, body: 'Hello' } }),
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
    'messages-read_message_mail': async (t) => {
      const { last_entry_id: id } = await writeMessage(t, await t.member());
      await t.db.execute(sql`insert into message_mails (entry_id, text) values (${id}, 'A whole mail')`);
      return { params: { id } };
    },
    'messages-update_message': async (t) => ({ ...(await message(t)), json: { category: 'idea' } }),
    'messages-reply_to_message': async (t) => {
      const { id, last_entry_id } = await writeMessage(t, await t.member());
      return { params: { id }, json: { body: 'A reply', last_entry_id } };
    },
    'messages-update_pending_reply': async (t) => ({
      params: (await pendingReply(t)).params,
      json: { send_at: new Date(Date.now() + 86_400_000).toISOString() },
    }),
    'messages-send_pending_reply': async (t) => {
      const { params, last_entry_id } = await pendingReply(t);
      return { params, json: { last_entry_id } };
    },
    'messages-cancel_pending_reply': async (t) => ({ params: (await pendingReply(t)).params }),
    'messages-add_message_note': async (t) => ({ ...(await message(t)), json: { body: 'A note' } }),
    'messages-mark_message_read': message,
    'messages-mark_message_unread': message,
    'messages-snooze_message': async (t) => ({
      ...(await message(t)),
      json: { until: new Date(Date.now() + 86_400_000).toISOString() },
    }),
    'messages-wake_message': async (t) => {
      const sample = await message(t);
      const { token } = await t.superuser();
      const json = { until: new Date(Date.now() + 86_400_000).toISOString() };
      await t.call('POST', `/messages/${sample.params.id}/snooze`, { token, json });
      return sample;
    },
    'messages-mark_message_spam': message,
    'messages-mark_message_not_spam': async (t) => {
      const sample = await message(t);
      const { token } = await t.superuser();
      await t.call('POST', `/messages/${sample.params.id}/spam`, { token });
      return sample;
    },
    'messages-block_messages': anyMember,
    'messages-read_resolved_templates': anyMember,
    'messages-unblock_messages': async (t) => {
      const sample = await anyMember(t);
      const { token } = await t.superuser();
      await t.call('POST', `/users/${sample.params.user_id}/block-messages`, { token });
      return sample;
    },
    'reply_templates-read_reply_templates': none,
    'reply_templates-create_reply_template': () => ({ json: { title: 'Thanks', bodies: { fr: 'Merci' } } }),
    'reply_templates-read_reply_template': template,
    'reply_templates-update_reply_template': async (t) => ({
      ...(await template(t)),
      json: { title: 'Thanks a lot' },
    }),
    'reply_templates-delete_reply_template': template,
  },
  refused: {
    'inbound_mail-receive_mail': {
      access: 'public',
      sample: { file: Buffer.from('From: somebody@example.com\r\n\r\nHello') },
      status: 401,
      why: 'its token is a setting: see messages.inbound.test.ts',
    },
  },
  statuses: {
    'message_images-read_message_image': '401 401 401 401 401 200 404 200',
    'app-read_message': '401 401 401 401 401 200 404 404',
    'app-reply_to_message': '401 401 401 401 401 200 404 404',
    'app-mark_message_read': '401 401 401 401 401 200 404 404',
    'inbound_mail-receive_mail': '401 401 401 401 401 401 401 401',
  },
  shownTo: {
    'message_threads.subject': ['self', 'superuser'],
    'message_threads.app_context': ['superuser'],
    'message_entries.body': ['self', 'superuser'],
    'message_mails.text': ['superuser'],
    'message_pending_replies.body': ['superuser'],
    'reply_templates.title': ['superuser'],
    'reply_templates.bodies': ['superuser'],
  },
  tables: {
    '/reply-templates/:id': 'reply_templates',
    '/messages/': 'message_threads',
    '/message-mails/:id': 'message_entries',
    '/pending-replies/:id': 'message_pending_replies',
  },
};

import { cutGraphemes } from '@agora/contract/shared/graphemes';
import type { Locale } from '@agora/contract/shared/locale';
import type { JobDeps } from '../../platform/deps.ts';
import { JobFailedForGood } from '../../platform/jobs/queue.ts';
import type { PushContent } from '../../platform/push/push.ts';
import { pushToDevice } from '../devices/devices.service.ts';
import { imagesForMail } from './images/messages.images.service.ts';
import { mayWrite } from './inbox/messages.service.ts';
import { addressesOf } from './mail/messages.addresses.service.ts';
import { replyMail } from './mail/messages.mail.ts';
import { findReply, listMailedBefore, setDelivery } from './messages.queries.ts';
import type { Entry } from './messages.table.ts';
import { sendDueReply } from './replies/messages.replies.service.ts';

const DAY = 86_400_000;

const PUSH_TITLES: Record<Locale, string> = {
  fr: 'L’équipe vous a répondu',
  en: 'The team replied to you',
};

/** Characters of a reply shown in its push. */
const PUSH_EXCERPT = 180;

const excerptOf = (body: string) => cutGraphemes(body.replace(/\s+/g, ' '), PUSH_EXCERPT);

/** One push per conversation: a later reply replaces the earlier one. */
const replyPush = (
  { thread_id, body }: Pick<Entry, 'thread_id' | 'body'>,
  ttl: number,
  locale: Locale,
): PushContent => ({
  notificationId: null,
  collapseId: thread_id,
  locale,
  title: PUSH_TITLES[locale],
  body: excerptOf(body),
  link: `/messages/${thread_id}`,
  image: null,
  ttl,
});

export const messagesJobs = (deps: JobDeps) => ({
  /** The Message-ID derives from the reply's id, so that later mails can refer to it. */
  'messages.reply_mail': async ({ entry_id }: { entry_id: string }) => {
    const { db, config, mail, now } = deps;
    const reply = await findReply(db, entry_id);
    if (reply?.entry.delivery !== 'queued') return;
    const { entry, user_id, email, locale, number, subject } = reply;
    if (reply.deleted_at) {
      await setDelivery(db, entry_id, 'failed');
      return;
    }
    const addresses = addressesOf(config, { entry_id, thread_id: entry.thread_id, user_id });
    const content = replyMail({
      projectName: config.PROJECT_NAME,
      locale,
      number,
      subject,
      body: entry.body,
      pictures: await imagesForMail(deps, entry_id),
      isAnswerable: addresses !== undefined && mayWrite(reply, now()),
    });
    try {
      const answers = await listMailedBefore(db, entry);
      await mail(email, entry_id, { ...content, answers, ...(addresses && { addresses }) });
    } catch (error) {
      if (error instanceof JobFailedForGood) await setDelivery(db, entry_id, 'failed');
      throw error;
    }
    await setDelivery(db, entry_id, 'sent');
  },
  /** Sends a reply at its time, unless it was taken back or is held. */
  'messages.pending_reply': ({ id }: { id: string }) => sendDueReply(deps, id),
  /** Valid for a day, while the reply is unread. */
  'messages.reply_push': async ({ entry_id, device_id }: { entry_id: string; device_id: string }) => {
    const reply = await findReply(deps.db, entry_id);
    if (!reply) return;
    const { entry, user_id, member_read_at } = reply;
    const ttl = Math.floor((entry.created_at.getTime() + DAY - deps.now().getTime()) / 1000);
    if (ttl <= 0 || (member_read_at && member_read_at >= entry.created_at)) return;
    await pushToDevice(deps, { user_id, device_id }, (locale) => replyPush(entry, ttl, locale));
  },
});

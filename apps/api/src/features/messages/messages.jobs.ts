import type { MailJobDeps } from '../../platform/deps.ts';
import { JobFailedForGood } from '../../platform/jobs/queue.ts';
import { replyMail } from './messages.mail.ts';
import { findReply, listMailedBefore, setDelivery } from './messages.queries.ts';

export const messagesJobs = ({ db, config, mail }: MailJobDeps) => ({
  /** Its Message-ID is made of the reply's id, so that later ones can refer to it. */
  'messages.reply_mail': async ({ entry_id }: { entry_id: string }) => {
    const reply = await findReply(db, entry_id);
    if (reply?.entry.delivery !== 'queued') return;
    const { entry, email, locale, number, subject } = reply;
    if (reply.deleted_at) {
      await setDelivery(db, entry_id, 'failed');
      return;
    }
    const content = replyMail({
      projectName: config.PROJECT_NAME,
      locale,
      number,
      subject,
      body: entry.body,
    });
    try {
      await mail(email, entry_id, { ...content, answers: await listMailedBefore(db, entry) });
    } catch (error) {
      if (error instanceof JobFailedForGood) await setDelivery(db, entry_id, 'failed');
      throw error;
    }
    await setDelivery(db, entry_id, 'sent');
  },
});

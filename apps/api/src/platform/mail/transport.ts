import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../db/client.ts';
import { JobFailedForGood } from '../jobs/queue.ts';
import { mailAttempts } from '../measures.ts';
import type { Config } from '../settings.ts';
import type { MailPicture, SendMail } from './mail.ts';
import { deleteOldMails, insertMail } from './mailbox.queries.ts';

interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments?: readonly MailPicture[];
  /** The same for every attempt, so that duplicates can be recognised. */
  messageId: string;
  /** Message-IDs of the mails that it follows, oldest first; absent for automatic mails. */
  references?: string[];
  /** Reply and bounce addresses; by default the sender's address. */
  addresses?: { replyTo: string; returnPath: string };
  unsubscribeUrl?: string;
}

/** Transport for outgoing mails. */
export interface Mailer {
  /**
   * @throws if the mail was not accepted by the next server: retry later
   * @throws {JobFailedForGood} if it never will be
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Sends mails under names, from which Message-IDs of the domain are made. */
export const mailBy =
  (mailer: Mailer, domain: string): SendMail =>
  async (to, name, { answers, ...content }) => {
    const idOf = (other: string) => `<${other}@${domain}>`;
    const references = answers && { references: answers.map(idOf) };
    await mailer.send({ to, messageId: idOf(name), ...references, ...content }).catch((error: unknown) => {
      mailAttempts.publish({ outcome: error instanceof JobFailedForGood ? 'refused' : 'failed' });
      throw error;
    });
    mailAttempts.publish({ outcome: 'sent' });
  };

/** Uses the mail server if configured; otherwise, on a developer's machine only, the built-in mailbox. */
export function createMailer(config: Config, db: Db): Mailer {
  if (config.SMTP_HOST) return smtpMailer(config);
  return config.ENVIRONMENT === 'local' ? mailboxMailer(db) : NO_MAILER;
}

/** Time limit for each response of the mail server in milliseconds; then the job queue retries. */
const TIMEOUT = 15_000;

/** Time limit for all of its responses together, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Mail servers repeat the recipient in their answers, which are logged. */
const withoutAddresses = (message: string) =>
  message
    .split(' ')
    .map((word) => (word.includes('@') ? '…' : word))
    .join(' ');

/** Permanent rejection (RFC 5321, 4.2.1); sign-in and TLS errors can be fixed and are retried. */
const isRefusal = ({ code, responseCode = 0 }: { code?: string; responseCode?: number }) =>
  responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');

function smtpMailer(config: Config): Mailer {
  const transport = createTransport({
    host: config.SMTP_HOST,
    port: config.SMTP_PORT,
    secure: config.SMTP_SSL,
    requireTLS: config.SMTP_TLS && !config.SMTP_SSL,
    // Where plain text is allowed, TLS with an unverified certificate is no worse.
    tls: { rejectUnauthorized: config.SMTP_TLS || config.SMTP_SSL },
    ...(config.SMTP_USER && { auth: { user: config.SMTP_USER, pass: config.SMTP_PASSWORD ?? '' } }),
    pool: false,
    dnsTimeout: TIMEOUT,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = { name: config.EMAILS_FROM_NAME ?? config.PROJECT_NAME, address: config.EMAILS_FROM_EMAIL };
  return {
    send: async ({ to, references, addresses, unsubscribeUrl, attachments = [], ...mail }) => {
      const last = references?.at(-1);
      const sending = transport.sendMail({
        ...mail,
        attachments: attachments.map((each) => ({ ...each, contentDisposition: 'inline' as const })),
        from,
        to: { name: '', address: to },
        ...(references && { references }),
        headers: {
          ...(!references && { 'Auto-Submitted': 'auto-generated' }),
          ...(unsubscribeUrl && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        ...(last && { inReplyTo: last }),
        ...(addresses && {
          replyTo: addresses.replyTo,
          envelope: { from: addresses.returnPath, to },
        }),
      });
      const silence = new AbortController();
      const late = sleep(TIMEOUT_MS, undefined, silence).then(() => {
        throw new Error('The mail server is too slow');
      });
      try {
        await Promise.race([sending, late]);
      } catch (error) {
        if (isRefusal(error as object)) throw new JobFailedForGood('Refused by the mail server');
        throw new Error(withoutAddresses((error as Error).message), { cause: error });
      } finally {
        silence.abort();
        late.catch(() => {});
      }
    },
    close: () => transport.close(),
  };
}

/** Deletes old mails first: a failure in between must not store the mail twice on retry. */
const mailboxMailer = (db: Db): Mailer => ({
  send: async ({ to, subject, html, text }) => {
    await deleteOldMails(db);
    await insertMail(db, { id: uuidv7(), recipient: to, subject, html, text });
  },
  close: () => {},
});

const NO_MAILER: Mailer = {
  send: async () => {
    throw new Error("Mails can't be sent: SMTP_HOST isn't set.");
  },
  close: () => {},
};

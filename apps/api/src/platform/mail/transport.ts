import { createTransport } from 'nodemailer';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import type { MailContent } from '../deps.ts';
import { insertMail } from './mailbox.queries.ts';

export interface Mail extends MailContent {
  to: string;
  messageId: string;
}

export interface Mailer {
  /** Resolves once the mail is handed over; rejects when it could not be, for the caller to try again. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Milliseconds that a mail server may stay silent. */
const PATIENCE = 10_000;

/** Sends by SMTP if there is a server; locally without one into the mailbox. */
export function createMailer(config: Config, db: Db): Mailer {
  if (config.SMTP_HOST) return smtpMailer(config);
  if (config.ENVIRONMENT === 'local') return mailboxMailer(db);
  return {
    send: () => Promise.reject(new Error('SMTP_HOST is not set: mails wait until it is')),
    close: () => {},
  };
}

const mailboxMailer = (db: Db): Mailer => ({
  send: async ({ to, subject, html, text }) => {
    await insertMail(db, { id: uuidv7(), recipient: to, subject, html, text });
  },
  close: () => {},
});

function smtpMailer(config: Config): Mailer {
  const transport = createTransport({
    host: config.SMTP_HOST,
    port: config.SMTP_PORT,
    secure: config.SMTP_SSL,
    requireTLS: config.SMTP_TLS && !config.SMTP_SSL,
    ...(config.SMTP_USER && { auth: { user: config.SMTP_USER, pass: config.SMTP_PASSWORD ?? '' } }),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = {
    name: config.EMAILS_FROM_NAME ?? config.PROJECT_NAME,
    address: config.EMAILS_FROM_EMAIL,
  };
  return {
    send: async ({ to, ...content }) => {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        ...content,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}

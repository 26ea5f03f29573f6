import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { useConversations } from './conversations.ts';
import { eventually, TestService } from './harness.ts';
import { freePort } from './ports.ts';
import { fileForm } from './requests.ts';
import { SmtpSink } from './smtp-sink.ts';

const SECRET = 'inbound-mail-secret-for-tests-only';
export const INBOUND = { INBOUND_EMAIL: 'Messages@in.example.com', INBOUND_EMAIL_SECRET: SECRET };

export interface Mail {
  to: string;
  from?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Conversations whose replies go out by mail and are answered by mail. */
export async function startInboundMail() {
  const sink = new SmtpSink(await freePort());
  const smtp = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(sink.port), SMTP_TLS: 'false' };
  const scene = useConversations(INBOUND);

  let worker: TestService;
  beforeAll(async () => {
    await sink.on();
    const settings = { ...INBOUND, ...smtp };
    worker = await TestService.start({ beside: scene.t, worker: true, now: scene.now, settings });
  });
  afterAll(async () => {
    await worker.stop();
    await sink.off();
  });

  /** A conversation with a reply, and the mail of the reply. */
  async function conversation(account = scene.member) {
    const id = await scene.send({ subject: 'Une question' }, account);
    scene.time += 1000;
    await scene.reply(id);
    const { entries } = await eventually(async () => {
      const thread = await scene.read(id);
      return thread.entries[1]?.delivery === 'sent' ? thread : undefined;
    });
    const mail = sink.received.find(({ messageId }) => messageId === `<${entries[1]?.id}@example.com>`);
    scene.time += 1000;
    return {
      id,
      replyTo: mail?.replyTo ?? '',
      returnPath: mail?.returnPath ?? '',
      note: mail?.text ?? '',
    };
  }

  const written = ({ to, from = scene.member.email, headers = {}, body = 'Merci !' }: Mail): Buffer => {
    const all = {
      From: `A Member <${from}>`,
      To: `Agora <${to}>`,
      'Message-ID': `<${randomUUID()}@mail.example>`,
      'Content-Type': 'text/plain; charset=utf-8',
      ...headers,
    };
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return Buffer.from(`${head.join('')}\r\n${body.replaceAll(/\r?\n/g, '\r\n')}`);
  };

  const deliver = (raw: Buffer, instance = scene.t) =>
    instance.call('POST', '/inbound-mail', { token: SECRET, ...fileForm(raw) });

  const outcomeOf = async (mail: Mail) => (await deliver(written(mail))).body.outcome;

  return { scene, sink, smtp, conversation, written, deliver, outcomeOf };
}

/** Builds a multipart body; each part includes its headers. */
export const parts = (...all: string[]) => `${all.map((part) => `--edge\n${part}\n`).join('')}--edge--\n`;

/** A delivery report about one of our mails. */
export const report = (to: string, action: string, status: string): Mail => ({
  to,
  from: 'MAILER-DAEMON@mx.example',
  headers: {
    'Return-Path': '<>',
    'Auto-Submitted': 'auto-replied',
    'Content-Type': 'multipart/report; report-type=delivery-status; boundary=edge',
  },
  body: parts(
    'Content-Type: text/plain\n\nYour mail.',
    `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; x@y.example\nAction: ${action}\nStatus: ${status}\nDiagnostic-Code: smtp; 550 no`,
    'Content-Type: message/rfc822\n\nSubject: Re: Une question\n\nVoilà',
  ),
});

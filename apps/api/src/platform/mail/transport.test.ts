import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import type { Db } from '../db/client.ts';
import { JobFailedForGood } from '../jobs/queue.ts';
import { createMailer, type Mailer } from './transport.ts';

/** Must not be used by any of these tests. */
const noDb = {} as Db;

const mail = {
  to: 'zoe@example.com',
  subject: 'Agora: your account is ready',
  html: '<p>Hello in HTML</p>',
  text: 'Hello in text',
  messageId: '<job-1@admin.example.com>',
};

interface Arrival {
  from: string | undefined;
  to: string[];
  source: string;
  isSecure: boolean;
}

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Starts a mail server on the loopback. Returns its settings and the mails received. */
async function startServer(options: SMTPServerOptions = {}) {
  const arrivals: Arrival[] = [];
  const server = new SMTPServer({
    authOptional: true,
    onData: (stream, { envelope: { mailFrom, rcptTo }, secure }, done) => {
      const keep = async () => {
        const from = mailFrom ? mailFrom.address : undefined;
        const to = rcptTo.map(({ address }) => address);
        arrivals.push({ from, to, source: await text(stream), isSecure: secure });
      };
      keep().then(() => done(), done);
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  return { arrivals, settings: { SMTP_HOST: '127.0.0.1', SMTP_PORT: port } };
}

function mailerWith(settings: Record<string, string>): Mailer {
  const mailer = createMailer(readConfig(settings), noDb);
  closing.push(() => mailer.close());
  return mailer;
}

const PLAIN = { SMTP_TLS: 'false' };

describe('sending through an SMTP server', () => {
  it('sends sender, recipient, subject, text, HTML and headers to the SMTP server', async () => {
    const { arrivals, settings } = await startServer({ disabledCommands: ['STARTTLS'] });
    await mailerWith({ ...settings, ...PLAIN, EMAILS_FROM_EMAIL: 'agora@example.com' }).send(mail);

    expect(arrivals).toHaveLength(1);
    expect(arrivals[0]).toMatchObject({ from: 'agora@example.com', to: ['zoe@example.com'] });
    const source = arrivals[0]?.source ?? '';
    expect(source).toMatch(/^From: Agora <agora@example\.com>\r$/m);
    expect(source).toMatch(/^To: zoe@example\.com\r$/m);
    expect(source).toMatch(/^Subject: Agora: your account is ready\r$/m);
    expect(source).toMatch(/^Message-ID: <job-1@admin\.example\.com>\r$/m);
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(source).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(source).toMatch(/Content-Type: text\/plain; charset=utf-8\r\n[^]*?\r\n\r\nHello in text/);
    expect(source).toMatch(/Content-Type: text\/html; charset=utf-8\r\n[^]*?\r\n\r\n<p>Hello in HTML<\/p>/);
  });

  it('encodes a non-ASCII sender name and ignores headers injected by a line break', async () => {
    const { arrivals, settings } = await startServer({ disabledCommands: ['STARTTLS'] });
    const EMAILS_FROM_NAME = 'Équipe\r\nBcc: b@example.com';
    await mailerWith({ ...settings, ...PLAIN, EMAILS_FROM_NAME }).send({
      ...mail,
      subject: 'été\r\nBcc: b@example.com',
    });
    expect(arrivals[0]?.to).toEqual(['zoe@example.com']);
    expect(arrivals[0]?.source).not.toMatch(/^Bcc:/im);
    expect(arrivals[0]?.source).toMatch(/^From: =\?UTF-8\?/m);
  });

  it('authenticates with the configured user name and password', async () => {
    const seen: unknown[] = [];
    const { arrivals, settings } = await startServer({
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        seen.push(username, password);
        done(null, { user: 'agora' });
      },
    });
    const user = { SMTP_USER: 'agora', SMTP_PASSWORD: 'secret' };
    await mailerWith({ ...settings, ...PLAIN, ...user }).send(mail);
    expect(seen).toEqual(['agora', 'secret']);
    expect(arrivals).toHaveLength(1);
  });

  it('uses TLS if the server offers it, even unverified, when plain text is allowed', async () => {
    const { arrivals, settings } = await startServer();
    await mailerWith({ ...settings, ...PLAIN }).send(mail);
    expect(arrivals[0]?.isSecure).toBe(true);
  });

  it('sends nothing in plain text or to an unverified server when TLS is required', async () => {
    const plain = await startServer({ disabledCommands: ['STARTTLS'] });
    await expect(mailerWith(plain.settings).send(mail)).rejects.toThrow(/STARTTLS/);
    const selfSigned = await startServer();
    await expect(mailerWith(selfSigned.settings).send(mail)).rejects.toThrow(/certificate/i);
    expect([...plain.arrivals, ...selfSigned.arrivals]).toEqual([]);
  });

  it('rejects an unverified server when SMTP_SSL requires TLS from the first byte', async () => {
    const { settings } = await startServer({ secure: true });
    await expect(mailerWith({ ...settings, SMTP_SSL: 'true' }).send(mail)).rejects.toThrow(/certificate/i);
  });

  it.each([
    ['recipient', 451, false],
    ['recipient', 550, true],
    ['content', 451, false],
    ['content', 554, true],
  ])(
    'rejects a mail whose %s the server refuses with %i (permanent failure: %s)',
    async (refused, responseCode, isForGood) => {
      const refusal = () => Object.assign(new Error('refused'), { responseCode });
      const { settings } = await startServer({
        disabledCommands: ['STARTTLS'],
        ...(refused === 'recipient'
          ? { onRcptTo: (_address, _session, done) => done(refusal()) }
          : { onData: (stream, _session, done) => stream.resume().on('end', () => done(refusal())) }),
      });
      const sending = mailerWith({ ...settings, ...PLAIN }).send(mail);
      const error: unknown = await sending.catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(Error);
      expect(error instanceof JobFailedForGood).toBe(isForGood);
    },
  );

  it('rejects a mail when the SMTP server is down', async () => {
    const { settings } = await startServer();
    await closing.pop()?.();
    await expect(mailerWith({ ...settings, ...PLAIN }).send(mail)).rejects.toThrow('ECONNREFUSED');
  });
});

it('rejects a mail in production when no SMTP server is configured', async () => {
  const mailer = mailerWith({
    ENVIRONMENT: 'production',
    SECRET_KEY: 'abcdefgh'.repeat(4),
    FRONTEND_HOST: 'https://admin.example.org',
    FIRST_SUPERUSER_PASSWORD: 'long enough',
    DATABASE_URL: 'postgres://localhost/agora',
  });
  await expect(mailer.send(mail)).rejects.toThrow(/SMTP_HOST/);
});

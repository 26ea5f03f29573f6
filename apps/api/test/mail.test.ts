import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, TestService as Service, type TestService } from './harness.ts';
import { freePort } from './ports.ts';
import { SmtpSink } from './smtp-sink.ts';

describe('mail by SMTP', () => {
  let sink: SmtpSink;
  let t: TestService;

  beforeAll(async () => {
    sink = new SmtpSink(await freePort());
    t = await Service.start({
      worker: true,
      settings: {
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(sink.port),
        SMTP_TLS: 'false',
        EMAILS_FROM_NAME: 'L’équipe',
      },
    });
  });
  afterAll(async () => {
    await t.stop();
    await sink.off();
  });

  const mailTo = (address: string, timeout?: number) =>
    eventually(async () => sink.received.find(({ to }) => to.includes(address)), timeout);

  it('accepts a password recovery while the SMTP server is down and sends the mail once it recovers', async () => {
    const { email } = await t.member();
    const asked = await t.call('POST', `/password-recovery/${email}`);
    expect(asked.status).toBe(200);
    sink.refusals = 1;
    await sink.on();
    const mail = await mailTo(email, 45_000);
    expect(mail.html).toMatch(/href="https:\/\/admin\.example\.com\/reset-password\?token=[\w-]+"/);
    expect(mail.text).toMatch(/https:\/\/admin\.example\.com\/reset-password\?token=[\w-]+/);
    const token = /token=([\w-]+)/.exec(mail.html)?.[1];
    const reset = await t.call('POST', '/reset-password/', { json: { token, new_password: 'long enough' } });
    expect(reset.status).toBe(200);
  });

  it('sends a mail with sender, recipient, text, HTML and a Message-ID', async () => {
    const { token } = await t.superuser();
    const answer = await t.call('POST', '/utils/test-email/?email_to=Zoe@Example.com', { token });
    expect(answer).toMatchObject({ status: 201, body: { message: 'Test email sent' } });
    const mail = await mailTo('Zoe@example.com');
    expect(mail.from).toContain('L’équipe');
    expect(mail.from).toContain('noreply@example.com');
    expect(mail.subject).toContain('Agora');
    expect(mail.messageId).toMatch(/^<.+@.+>$/);
    expect(mail.auto).toBe('auto-generated');
    expect(mail.text).toBeTruthy();
    expect(mail.html).toContain('<!doctype html>');
  });

  it('writes a mail in the language of the account', async () => {
    const { email, token } = await t.member();
    await t.call('PATCH', '/users/me', { token, json: { locale: 'en' } });
    await t.call('POST', `/password-recovery/${email}`);
    expect((await mailTo(email)).html).toContain('<html lang="en">');
  });

  it('serves no mailbox page when SMTP is configured', async () => {
    const headers = { accept: 'application/json' };
    expect((await t.call('GET', '/mailbox', { headers })).status).toBe(404);
  });
});

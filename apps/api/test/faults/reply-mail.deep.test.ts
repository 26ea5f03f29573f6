import { randomUUID } from 'node:crypto';
import type { MessageThread } from '@agora/contract/features/messages/messages.schema';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, eventually, TestService } from '../harness.ts';
import { freePort } from '../ports.ts';
import { SmtpSink } from '../smtp-sink.ts';

describe('reply mails', () => {
  let sink: SmtpSink;
  let t: TestService;
  let admin: Account;
  let member: Account;

  beforeAll(async () => {
    sink = new SmtpSink(await freePort());
    await sink.on();
    const settings = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(sink.port), SMTP_TLS: 'false' };
    t = await TestService.start({ worker: true, settings });
    admin = await t.superuser();
  });
  afterAll(async () => {
    await t.stop();
    await sink.off();
  });
  beforeEach(async () => {
    sink.trouble = undefined;
    member = await t.member();
  });

  const team = (method: string, path: string, json?: object) =>
    t.call(method, path, { token: admin.token, ...(json && { json }) });
  const mails = () => sink.received.filter(({ to }) => to.includes(member.email));
  const hurry = () => t.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`);
  const read = async (id: string): Promise<MessageThread> => (await team('GET', `/messages/${id}`)).body;
  const deliveries = async (id: string) =>
    (await read(id)).entries.flatMap(({ delivery }) => delivery ?? []).join(' ');
  const delivered = (id: string, expected: string) =>
    eventually(async () => ((await deliveries(id)) === expected ? true : undefined));

  /** Waits until this many mails have failed and wait for a retry. */
  const failures = (count: number) =>
    eventually(async () => {
      const failed = await t.db.execute(sql`select 1 from graphile_worker.jobs
        where task_identifier = 'messages.reply_mail' and last_error is not null and locked_at is null and attempts < max_attempts`);
      return failed.length === count ? true : undefined;
    });

  async function send(subject = 'Le portail  est fermé 🙂'): Promise<string> {
    const json = { subject, body: 'Bonjour', client_token: randomUUID() };
    return (await t.call('POST', '/app/messages', { token: member.token, json })).body.id;
  }
  async function reply(id: string, body: string): Promise<void> {
    const last_entry_id = (await read(id)).entries.at(-1)?.id;
    expect((await team('POST', `/messages/${id}/replies`, { body, last_entry_id })).status).toBe(200);
  }

  it('threads the mails of a conversation by subject and reference headers', async () => {
    const id = await send();
    await reply(id, 'Un <b>gras</b>\n\nsuite');
    await delivered(id, 'sent');
    await reply(id, 'Deux');
    await delivered(id, 'sent sent');
    await reply(id, 'Trois');
    await delivered(id, 'sent sent sent');
    const [one, two, three] = mails();
    const ids = (await read(id)).entries.slice(1).map((entry) => `<${entry.id}@example.com>`);
    expect(mails().map(({ messageId }) => messageId)).toEqual(ids);
    expect([one?.inReplyTo, two?.inReplyTo, three?.inReplyTo]).toEqual([undefined, ids[0], ids[1]]);
    expect([one?.references, two?.references, three?.references]).toEqual([
      undefined,
      ids[0],
      `${ids[0]} ${ids[1]}`,
    ]);
    const { number } = await read(id);
    expect(new Set(mails().map(({ subject }) => subject))).toEqual(
      new Set([`Re: Le portail est fermé 🙂 (#${number})`]),
    );
    expect([one?.auto, one?.html.includes('&lt;b&gt;gras'), one?.text?.includes('suite')]).toEqual([
      undefined,
      true,
      true,
    ]);
  });

  it('queues a reply mail while the mail server is down and sends it once', async () => {
    await sink.off();
    const id = await send();
    await reply(id, 'Patience');
    await failures(1);
    expect(await deliveries(id)).toBe('queued');
    await sink.on();
    await hurry();
    await delivered(id, 'sent');
    await hurry();
    expect(mails()).toHaveLength(1);
  });

  it('marks a reply whose mail is rejected permanently as failed and omits it from later references', async () => {
    const id = await send();
    sink.trouble = { at: 'recipient', code: 550 };
    await reply(id, 'Perdu');
    await delivered(id, 'failed');
    sink.trouble = undefined;
    await reply(id, 'Arrivé');
    await delivered(id, 'failed sent');
    expect(mails().map(({ text, references }) => [text?.includes('Arrivé'), references])).toEqual([
      [true, undefined],
    ]);
  });

  it('never sends a pending reply mail to a deleted member', async () => {
    sink.trouble = { at: 'recipient', code: 450 };
    const [one, other] = [await send(), await send()];
    for (const id of [one, other]) await reply(id, 'Trop tard');
    await failures(2);
    await team('DELETE', `/users/${member.id}`);
    sink.trouble = undefined;
    await eventually(async () => {
      await hurry();
      const both = [await deliveries(one), await deliveries(other)];
      return both.every((delivery) => delivery === 'failed') ? true : undefined;
    });
    await team('POST', `/users/${member.id}/erase`);
    expect(mails()).toEqual([]);
  });

  it('marks a reply mail as failed when no server accepts it for more than four days', async () => {
    const [late, lost] = [await send(), await send()];
    for (const [id, days] of [
      [late, 3],
      [lost, 5],
    ] as const) {
      await reply(id, 'Jamais');
      await delivered(id, 'sent');
      await t.db.execute(sql`update message_entries set delivery = 'queued',
        created_at = now() - ${days} * interval '1 day' where thread_id = ${id} and kind = 'reply'`);
    }
    await t.db.execute(sql`select graphile_worker.add_job('housekeeping')`);
    expect(await delivered(lost, 'failed')).toBe(true);
    expect(await delivered(late, 'queued')).toBe(true);
  });
});

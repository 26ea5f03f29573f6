import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect } from '../../src/platform/db/client.ts';
import { releaseAbandonedJobs } from '../../src/platform/jobs/queue.ts';
import { createDatabase } from '../databases.ts';
import { eventually, TestService } from '../harness.ts';
import { freePort } from '../ports.ts';
import { SmtpSink } from '../smtp-sink.ts';
import { Product, useCleanups } from './products.ts';
import { TcpProxy } from './tcp-proxy.ts';

const cleanUp = useCleanups(afterAll);

interface Job {
  id: string;
  attempts: number;
  max_attempts: number;
  last_error: string | null;
}

describe('a faulty mail server', () => {
  let sink: SmtpSink;
  let network: TcpProxy;
  let t: TestService;

  beforeAll(async () => {
    sink = new SmtpSink(await freePort());
    await sink.on();
    cleanUp(() => sink.off());
    network = await TcpProxy.to(sink.port);
    cleanUp(() => network.refuse());
    t = await TestService.start({ worker: true, settings: smtp(network.port) });
    cleanUp(() => t.stop());
  });

  const jobs = (): Promise<Job[]> =>
    t.db.execute<Job & Record<string, unknown>>(
      sql`select id, attempts, max_attempts, last_error from graphile_worker.jobs
          where task_identifier = 'login.recovery_mail'`,
    );
  const failure = (attempts = 1) =>
    eventually(async () => (await jobs()).find((job) => job.last_error && job.attempts >= attempts));
  const hurry = () => t.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`);
  const recover = async () => {
    const { email } = await t.member();
    const started = performance.now();
    expect((await t.call('POST', `/password-recovery/${email}`)).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(2_000);
    return { email, mails: () => sink.received.filter(({ to }) => to.includes(email)) };
  };

  it.each([
    ['is down', () => network.refuse(), () => network.accept()],
    ['closes connections (421)', () => trouble('connection', 421), () => trouble()],
    ['defers recipients (450)', () => trouble('recipient', 450), () => trouble()],
    ['never responds', () => trouble('silence'), () => trouble()],
    ['sends one byte a second', () => network.trouble({ bytesPerSecond: 1 }), () => network.trouble()],
  ])(
    'sends a mail once, after recovery, without delaying requests while the mail server %s',
    async (_, fail, restore) => {
      await fail();
      const { mails } = await recover();
      const { attempts, max_attempts } = await failure();
      expect(attempts).toBeLessThan(max_attempts);
      await restore();
      await hurry();
      await eventually(async () => mails()[0]);
      await eventually(async () => ((await jobs()).length === 0 ? true : undefined));
      expect(mails()).toHaveLength(1);
    },
  );

  function trouble(at?: 'connection' | 'recipient' | 'silence', code = 0) {
    sink.trouble = at === 'silence' || !at ? at : { at, code };
  }

  it('does not retry a mail that is rejected permanently (550) and keeps the failed job', async () => {
    trouble('recipient', 550);
    const { mails } = await recover();
    const { id, attempts, max_attempts, last_error } = await failure();
    expect(last_error).toContain('Refused by the mail server');
    expect(attempts).toBe(max_attempts);
    trouble();
    await hurry();
    const { mails: later } = await recover();
    await eventually(async () => later()[0]);
    expect(mails()).toEqual([]);
    // The mail arrives before its job is marked as done.
    await eventually(async () => ((await jobs()).length === 1 ? true : undefined));
    expect((await jobs()).map((job) => job.id)).toEqual([id]);
  });

  it('sends no mail in plain text to a server without TLS if TLS is required', async () => {
    const strict = await TestService.start({
      worker: true,
      settings: { ...smtp(sink.port), SMTP_TLS: 'true' },
    });
    cleanUp(() => strict.stop());
    const { email } = await strict.member();
    await strict.call('POST', `/password-recovery/${email}`);
    await eventually(async () => {
      const [job] = await strict.db.execute(
        sql`select 1 from graphile_worker.jobs where last_error is not null`,
      );
      return job;
    });
    expect(sink.received.filter(({ to }) => to.includes(email))).toEqual([]);
  });
});

it('sends a mail at most twice, with the same Message-ID, when killed before recording its delivery', async () => {
  const sink = new SmtpSink(await freePort());
  await sink.on();
  cleanUp(() => sink.off());
  const url = await createDatabase(inject('serverUrl'));
  const db = postgres(url, { max: 1 });
  cleanUp(() => db.end());
  const settings = { DATABASE_URL: url, ...smtp(sink.port) };
  const first = await Product.start(settings);
  cleanUp(() => first.end('SIGKILL'));
  sink.beforeAcknowledging = async () => {
    await first.end('SIGKILL');
  };
  await fetch(`${first.base}/api/v1/password-recovery/admin@example.com`, { method: 'POST' });
  await eventually(async () => (first.child.signalCode ? true : undefined));
  sink.beforeAcknowledging = async () => {};

  const second = await Product.start(settings);
  cleanUp(() => second.end());
  await db`update graphile_worker._private_jobs set locked_at = now() - interval '6 minutes'
      where locked_at is not null`;
  const database = connect(url);
  cleanUp(() => database.close());
  await releaseAbandonedJobs(database.db);
  await eventually(async () => {
    const left = await db`select 1 from graphile_worker.jobs where task_identifier = 'login.recovery_mail'`;
    return left.length === 0 ? true : undefined;
  });
  const mails = sink.received.filter(({ to }) => to.includes('admin@example.com'));
  expect(mails.length).toBeLessThanOrEqual(2);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
});

const smtp = (port: number) => ({
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(port),
  SMTP_TLS: 'false',
});

import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, eventually, FRONTEND, TestService } from '../../../test/harness.ts';
import { freePort } from '../../../test/ports.ts';
import { SmtpSink } from '../../../test/smtp-sink.ts';
import { dueMonday } from './dashboard.summary.service.ts';

const sink = new SmtpSink(await freePort());
/** The Tuesday after clocks went forward. */
const TUESDAY = new Date('2036-04-01T09:00:00+02:00');
const DAYS = 'from=2036-03-24&to=2036-03-30';
const settings = {
  TIME_ZONE: 'Europe/Paris',
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(sink.port),
  SMTP_TLS: 'false',
};

let t: TestService;
let other: TestService;
beforeAll(async () => {
  await sink.on();
  t = await TestService.start({ settings, worker: true, now: () => TUESDAY });
  other = await TestService.start({ settings, worker: true, now: () => TUESDAY, beside: t });
});
afterAll(async () => {
  await other.stop();
  await t.stop();
  await sink.off();
});

const want = async ({ token }: Account, weekly_summary = true) =>
  (await t.call('PATCH', '/preferences/', { token, json: { weekly_summary } })).body;

async function reader(locale: 'fr' | 'en' = 'fr'): Promise<Account> {
  const account = await t.colleague();
  await t.call('PATCH', '/users/me', { token: account.token, json: { locale } });
  await want(account);
  return account;
}

/** Runs the schedule several times concurrently, and waits for all resulting jobs. */
async function sendSummaries() {
  await t.db.execute(sql`select graphile_worker.add_job('weekly_summaries') from generate_series(1, 6)`);
  await eventually(async () => {
    const waiting = await t.db.execute(sql`select from graphile_worker.jobs
      where task_identifier in ('weekly_summaries', 'dashboard.weekly_summary_mail')`);
    return waiting.length === 0 ? true : undefined;
  });
}

const mailsTo = ({ email }: Pick<Account, 'email'>) => sink.received.filter(({ to }) => to.includes(email));

async function mailTo(account: Account) {
  const [mail, ...more] = mailsTo(account);
  expect(more).toEqual([]);
  if (!mail) throw new Error('no mail');
  return mail;
}

const urlIn = (header: string | undefined) =>
  /^<https:\/\/admin\.example\.com\/api\/v1(.+)>$/.exec(header ?? '')?.[1] ?? '';

describe('the weekly summary', () => {
  it('sends the weekly summary once to each active superuser who wants it, and to nobody else', async () => {
    const [wants, refuses] = [await reader(), await t.colleague()];
    const member = await t.member();
    await want(member);
    const [left, gone] = [await reader(), await reader()];
    const { token } = await t.superuser();
    await t.call('POST', `/users/${left.id}/deactivate`, { token, json: {} });
    await t.call('DELETE', `/users/${gone.id}`, { token });
    await sendSummaries();
    await mailTo(wants);
    for (const account of [refuses, member, left, gone]) expect(mailsTo(account)).toEqual([]);
    await sendSummaries();
    await want(wants, false);
    await want(wants);
    await sendSummaries();
    await mailTo(wants);
    await t.db.execute(sql`update preferences set summary_week = '2036-03-24' where user_id = ${wants.id}`);
    await sendSummaries();
    expect(mailsTo(wants)).toHaveLength(2);
  });

  it('does not send a queued weekly summary to a superuser who was demoted', async () => {
    const account = await reader();
    await t.db.execute(sql`update users set is_superuser = false where id = ${account.id}`);
    await t.db.execute(sql`select graphile_worker.add_job('dashboard.weekly_summary_mail',
      json_build_object('user_id', ${account.id}::text, 'monday', '2036-03-31'))`);
    await sendSummaries();
    expect(mailsTo(account)).toEqual([]);
  });

  it('reports the figures of the dashboard for the same days and links to the dashboard', async () => {
    const account = await reader('en');
    const { token } = account;
    const joined = async (day: string) => {
      const { id } = await t.member();
      await t.db.execute(sql`update users set created_at = ${day}::timestamptz where id = ${id}`);
    };
    // In Paris: the last and the first hour of the week, and the hours just outside it.
    for (const day of ['2036-03-30T23:30+02:00', '2036-03-24T00:30+01:00', '2036-03-23T23:30+01:00'])
      await joined(day);
    await joined('2036-03-31T00:30+02:00');
    const message = { subject: 'Hello', body: 'Is anybody there?', client_token: randomUUID() };
    await t.call('POST', '/app/messages', { token: (await t.member()).token, json: message });
    await t.db.execute(sql`update message_threads
      set received_at = '2036-03-26T10:00Z', first_answered_at = '2036-03-27T21:24Z'`);
    const { id: visitor } = await t.member();
    await t.db.execute(sql`insert into member_days (user_id, at)
      values (${visitor}, '2036-03-26T10:00Z')`);
    const { body } = await t.call('GET', `/stats/overview?${DAYS}`, { token });
    expect(body.kpis.new_members).toMatchObject({ value: 2, previous: 1 });
    await sendSummaries();
    const { text = '', html, subject } = await mailTo(account);
    expect(subject).toBe('Agora: week of 24 to 30 March 2036');
    expect(text).toContain('- New members: 2 (1 before)');
    expect(text).toContain('- Active per day, on average: 0.1 (0 before)');
    expect(text).toContain('- First reply (median): 1d\u00A011h\n');
    expect(text).toContain('- Waiting today: 1');
    expect(text).toContain('- Average out of 5: –\n');
    expect(text).toContain('- Days without a message, of the next 14: 14');
    expect(text).toContain(`${FRONTEND}/dashboard?${DAYS}`);
    expect(html).toContain(`${FRONTEND}/dashboard?${DAYS.replace('&', '&amp;')}`);
    for (const [, value] of html.matchAll(/<td class="strong[^>]*>(?:<a [^>]*>)?([^<]+)/g))
      expect(text).toContain(value);
    for (const address of [
      `/members?${DAYS}`,
      '/messages?tab=all&received_from=2036-03-24&received_to=2036-03-30',
      '/messages',
      '/daily-message?from=2036-04-01&to=2036-04-14',
    ]) {
      expect(text).toContain(`  ${FRONTEND}${address}\n`);
      expect(html).toContain(`href="${FRONTEND}${address.replaceAll('&', '&amp;')}"`);
    }
    // There are no ratings to link to.
    expect(text).not.toContain('/rates');
  });

  it('writes the weekly summary in the language of its recipient', async () => {
    const account = await reader('fr');
    await sendSummaries();
    const { subject, text, html } = await mailTo(account);
    expect(subject).toBe('Agora\u00A0: semaine du 24 au 30 mars 2036');
    expect(html).toContain('<html lang="fr">');
    expect(text).toMatch(/- Nouveaux membres\u00A0: \d+ \(contre \d+\)/);
  });

  it('ends the weekly summary by one-click unsubscribe and accepts the repeated request', async () => {
    const account = await reader();
    await sendSummaries();
    const { unsubscribe, text } = await mailTo(account);
    expect(unsubscribe[1]).toBe('List-Unsubscribe=One-Click');
    const path = urlIn(unsubscribe[0]);
    const opened = await t.call('GET', path);
    const page = `${FRONTEND}/unsubscribe?${path.split('?')[1]}`;
    expect([opened.status, opened.headers['location']]).toEqual([303, page]);
    expect(text).toContain(page);
    const isOn = async () => (await t.call('GET', '/preferences/', account)).body.weekly_summary;
    expect(await isOn()).toBe(true);
    const bystander = await reader();
    for (let time = 0; time < 2; time += 1) {
      const ended = await t.call('POST', path, { form: { 'List-Unsubscribe': 'One-Click' } });
      expect(ended.status).toBe(200);
      expect(await isOn()).toBe(false);
    }
    expect((await t.call('GET', '/preferences/', bystander)).body.weekly_summary).toBe(true);
  });

  it('rejects a forged unsubscribe token and a form without One-Click', async () => {
    const [account, another] = [await reader(), await reader()];
    await sendSummaries();
    const path = urlIn((await mailTo(account)).unsubscribe[0]);
    const token = path.split('=')[1] ?? '';
    const form = { 'List-Unsubscribe': 'One-Click' };
    const end = (sent: string, fields: Record<string, string> = form) =>
      t.call('POST', `/preferences/unsubscribe?token=${sent}`, { form: fields });
    for (const forged of [token.replace(account.id, another.id), `${token.slice(0, -1)}é`, account.id, 'x']) {
      const { status, body } = await end(encodeURIComponent(forged));
      expect([status, body.code]).toEqual([400, 'invalid_token']);
    }
    const { status, body } = await end(token, { 'List-Unsubscribe': 'No' });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'List-Unsubscribe']]);
    for (const one of [account, another])
      expect((await t.call('GET', '/preferences/', one)).body.weekly_summary).toBe(true);
  });
});

it.each([
  ['2026-03-30T07:59:59+02:00', undefined],
  ['2026-03-30T08:00:00+02:00', '2026-03-30'],
  ['2026-04-01T07:59:59+02:00', '2026-03-30'],
  ['2026-04-01T08:00:00+02:00', undefined],
  ['2026-04-05T23:00:00+02:00', undefined],
  ['2026-10-26T07:59:59+01:00', undefined],
  ['2026-10-26T08:00:00+01:00', '2026-10-26'],
])('dueMonday at %s returns %s', (now, monday) =>
  expect(dueMonday(new Date(now), 'Europe/Paris')).toBe(monday),
);

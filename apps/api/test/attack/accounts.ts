import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Answer, eventually, type TestService } from '../harness.ts';

export const NEW_PASSWORD = 'another horse';

/** Client address, for a service that trusts one proxy. */
export const from = (address: string) => ({ 'x-forwarded-for': address });

const PAUSE = 200;

/** Retries while the service is too busy: these tests may share a machine with many others. */
export async function signIn(
  t: TestService,
  username: string,
  password: string,
  headers = {},
): Promise<Answer> {
  const answer = await t.call('POST', '/login/access-token', { form: { username, password }, headers });
  if (answer.status !== 503) return answer;
  await setTimeout(PAUSE);
  return signIn(t, username, password, headers);
}

export const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status);

export const whoAmI = async (t: TestService, token: string): Promise<number> =>
  (await t.call('GET', '/users/me', { token })).status;

/** The response without request-specific parts: two equal ones are indistinguishable. */
export function anonymous({ status, headers, text }: Answer) {
  const { date: _date, 'x-request-id': id, ...rest } = headers;
  return { status, headers: rest, text: text.replaceAll(String(id), 'ID') };
}

interface Mail {
  id: string;
  subject: string;
  html: string;
  text: string;
}

export const mailsTo = async (t: TestService, email: string): Promise<Mail[]> => [
  ...(await t.db.execute<Mail & Record<string, unknown>>(
    sql`select id, subject, html, text from mailbox where recipient = ${email} order by created_at desc, id desc`,
  )),
];

/** Waits for a mail with a matching subject, after the first `before` ones. */
export const mailAbout = (t: TestService, email: string, subject: RegExp, before = 0): Promise<Mail> =>
  eventually(async () => {
    const mails = (await mailsTo(t, email)).filter((mail) => subject.test(mail.subject));
    return mails.length > before ? mails[0] : undefined;
  });

const tokenIn = ({ html }: Mail) => /\?token=([\w-]+)"/.exec(html)?.[1] ?? '';

const RECOVERY = /réinitialisation/;

/** Requests a recovery mail and reads its token. */
export async function recover(t: TestService, email: string, headers = {}): Promise<string> {
  const before = (await mailsTo(t, email)).filter(({ subject }) => RECOVERY.test(subject)).length;
  await t.call('POST', `/password-recovery/${email}`, { headers });
  return tokenIn(await mailAbout(t, email, RECOVERY, before));
}

/** Changes the address of an account and reads the undo token. */
export async function changeEmail(
  t: TestService,
  token: string,
  old: string,
  email: string,
): Promise<string> {
  await t.call('PATCH', '/users/me', { token, json: { email } });
  return tokenIn(await mailAbout(t, old, /adresse e-mail a changé/));
}

export const reset = (t: TestService, token: string, new_password = NEW_PASSWORD, headers = {}) =>
  t.call('POST', '/reset-password/', { json: { token, new_password }, headers });

/** Moves all rate limits into the past. */
export const ageRateLimits = (t: TestService, seconds: number) =>
  t.db.execute(sql`update rate_limits set resets_at = resets_at - ${seconds} * interval '1 second',
    shut_until = shut_until - ${seconds} * interval '1 second'`);

/** Runs the work concurrently. */
export const concurrently = <Result>(
  times: number,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> => Promise.all(Array.from({ length: times }, (_, index) => work(index)));

/** Runs the work sequentially. */
export async function sequentially<Result>(
  times: number,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < times; index += 1) results.push(await work(index));
  return results;
}

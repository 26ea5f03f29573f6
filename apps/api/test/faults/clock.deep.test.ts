import { expect, it } from 'vitest';
import { useService } from '../harness.ts';
import { codeAt, STEP, setUpFactor } from '../second-factors.ts';

const HOUR = 3_600_000;

let jump = 0;
const now = () => new Date(Date.now() + jump);
const service = useService({ now });

it('keeps sessions and writes of before, during and after an hour by which the clock was ahead', async () => {
  const t = service();
  const before = await t.member();
  const items = (token: string) => t.call('GET', '/items/', { token });
  const add = (token: string, title: string) => t.call('POST', '/items/', { token, json: { title } });
  await add(before.token, 'Before');

  jump = HOUR;
  const during = await t.member();
  await add(before.token, 'During');
  await add(during.token, 'Theirs');

  jump = 0;
  for (const { token } of [before, during])
    expect((await t.call('GET', '/users/me', { token })).status).toBe(200);
  await add(before.token, 'After');
  const { body } = await items(before.token);
  expect(body.count).toBe(3);
  for (const { id, title } of body.data) {
    const json = { title: `${title}, changed` };
    expect((await t.call('PUT', `/items/${id}`, { token: before.token, json })).status).toBe(200);
  }
  expect((await items(before.token)).body.data.map(({ title }: { title: string }) => title)).toEqual(
    expect.arrayContaining(['Before, changed', 'During, changed', 'After, changed']),
  );
  expect((await items(during.token)).body.data).toEqual([expect.objectContaining({ title: 'Theirs' })]);
  expect(await t.login(before.email, before.password)).toBeTruthy();
});

it('accepts no code of an authenticator app for the hour by which the clock was ahead, but a recovery code', async () => {
  const t = service();
  jump = HOUR;
  const admin = await t.colleague();
  const { secret, recoveryCodes } = await setUpFactor(t, admin, now());
  jump = 0;
  const signIn = async (code: string) => {
    const form = { username: admin.email, password: admin.password };
    const { body } = await t.call('POST', '/login/access-token', { form });
    return (await t.call('POST', '/login/second-factor', { json: { ticket: body.ticket, code } })).status;
  };
  expect(await signIn(codeAt(secret, now()))).toBe(400);
  expect(await signIn(recoveryCodes[0] ?? '')).toBe(200);
  jump = HOUR + 2 * STEP * 1000;
  expect(await signIn(codeAt(secret, now()))).toBe(200);
  jump = 0;
});

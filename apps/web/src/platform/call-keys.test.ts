import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { forgetCalls, withCallKey } from './call-keys.ts';

/** The key of a call that is answered. */
const answered = (path: string, body = '', undoes?: string) =>
  withCallKey(path, body, async (headers) => headers['idempotency-key'], undoes);

/** The key of a call that takes effect, but whose answer is lost. */
async function unanswered(path: string, body = ''): Promise<string> {
  let key = '';
  const call = withCallKey(path, body, async (headers) => {
    key = headers['idempotency-key'];
    throw new ApiError(path, 0, 'network');
  });
  await expect(call).rejects.toThrow(ApiError);
  return key;
}

it('repeats a call under its key until it is answered', async () => {
  const key = await unanswered('/news/1/duplicate');
  expect(await unanswered('/news/1/duplicate')).toBe(key);
  expect(await unanswered('/news/2/duplicate')).not.toBe(key);
  expect(await answered('/news/1/duplicate')).toBe(key);
  expect(await answered('/news/1/duplicate')).not.toBe(key);
});

it('keeps apart calls with different bodies', async () => {
  const key = await unanswered('/items/', '{"title":"One"}');
  expect(await answered('/items/', '{"title":"Other"}')).not.toBe(key);
  expect(await answered('/items/', '{"title":"One"}')).toBe(key);
});

it('does not take a call for a repetition once the same thing was changed otherwise', async () => {
  const message = `/messages/${crypto.randomUUID()}`;
  const key = await unanswered(`${message}/read`);
  await answered(`${message}/unread`);
  expect(await answered(`${message}/read`)).not.toBe(key);
});

it('does not take a restoration for a repetition once the row was deleted again', async () => {
  const [article, other] = [`/news/${crypto.randomUUID()}`, `/news/${crypto.randomUUID()}`];
  const keys = [await unanswered(`${article}/restore`), await unanswered(`${other}/restore`)];
  forgetCalls(`${article}/`);
  expect(await answered(`${article}/restore`)).not.toBe(keys[0]);
  expect(await answered(`${other}/restore`)).toBe(keys[1]);
});

it('does not take a call about many for a repetition once another was answered', async () => {
  const key = await unanswered('/news/bulk', '{"action":"publish"}');
  const replies = await unanswered('/news/bulk-replies', '{}');
  await answered('/news/bulk', '{"action":"unpublish"}');
  expect(await answered('/news/bulk', '{"action":"publish"}')).not.toBe(key);
  expect(await answered('/news/bulk-replies', '{}')).toBe(replies);
});

it('keeps the keys of all calls about a thing but the one that another is known to undo', async () => {
  const message = `/messages/${crypto.randomUUID()}`;
  const note = await unanswered(`${message}/notes`, '{"body":"Once"}');
  const unread = await unanswered(`${message}/unread`);
  await answered(`${message}/read`, '', 'unread');
  expect(await answered(`${message}/unread`, '', 'read')).not.toBe(unread);
  expect(await answered(`${message}/notes`, '{"body":"Once"}')).toBe(note);
});

it('keeps the key of a call while others about the list are answered', async () => {
  const key = await unanswered('/broadcasts/', '{"name":"One"}');
  await answered('/broadcasts/audience-preview', '{"everyone":true}');
  expect(await answered('/broadcasts/', '{"name":"One"}')).toBe(key);
});

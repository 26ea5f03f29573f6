import { HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { idOf } from '../../test/accounts.ts';
import { answer, answerUnchecked, contract, hold, loseConnection, refuse } from '../../test/api.ts';
import { ApiError } from './api-error.ts';
import { tsr } from './client.ts';
import { readDraft, writeDraft } from './drafts.ts';
import { setLocale } from './i18n.ts';
import { pageLoad } from './page-load.ts';
import { queryClient } from './query-client.ts';
import { getToken, storeToken } from './session.ts';

const { deleteItem } = contract.items;
const { readUsers } = contract.users;
const NOBODY = { status: 200 as const, body: { data: [], count: 0 } };

const read = () => tsr.users.readUsers.query({ query: {} });
const failureOf = async (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: ApiError) => error,
  );

beforeEach(() => storeToken('token'));

it('sends the token and the language of the page with each request', async () => {
  const calls = answer(readUsers, NOBODY);
  setLocale('fr');
  await read();
  expect(calls[0]?.headers.get('authorization')).toBe('Bearer token');
  expect(calls[0]?.headers.get('accept-language')).toBe('fr');
});

it('marks requests as unattended after a minute without input', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const calls = answer(readUsers, NOBODY);
  const marks = () => calls.map(({ headers }) => headers.get('x-unattended'));
  dispatchEvent(new Event('pointermove'));
  vi.setSystemTime(Date.now() + 59_000);
  await read();
  vi.setSystemTime(Date.now() + 1_000);
  await read();
  dispatchEvent(new Event('keydown'));
  await read();
  expect(marks()).toEqual([null, 'true', null]);
});

it('sends no token without a session', async () => {
  localStorage.clear();
  const calls = answer(readUsers, NOBODY);
  await read();
  expect(calls[0]?.headers.has('authorization')).toBe(false);
});

it.each([
  [401, 'invalid_credentials'],
  [403, 'privileges_required'],
])(
  'ends the session after a %i, keeps drafts and returns to the page after sign-in',
  async (status, code) => {
    window.history.replaceState(null, '', '/items?search=blue');
    writeDraft('ada:items/new', 'Half a thought');
    refuse(readUsers, code);
    expect(await failureOf(read())).toMatchObject({
      status,
      message: status === 401 ? 'Unauthorized' : 'Forbidden',
    });
    expect(getToken()).toBeNull();
    expect(pageLoad.replace).toHaveBeenCalledExactlyOnceWith('/login');
    expect(sessionStorage.getItem('return_to')).toBe('/items?search=blue');
    expect(readDraft('ada:items/new')?.value).toBe('Half a thought');
  },
);

it('ends the session once, even if several requests are rejected', async () => {
  refuse(readUsers, 'invalid_credentials');
  await Promise.all([failureOf(read()), failureOf(read())]);
  expect(pageLoad.replace).toHaveBeenCalledOnce();
});

it('keeps a session that was started in another tab before a request of the previous session was rejected', async () => {
  const { release } = hold(readUsers, {
    status: 401,
    body: { detail: 'Not authenticated', code: 'not_authenticated', request_id: 'r-1' },
  });
  const failure = failureOf(read());
  storeToken('of another tab');
  release();
  expect(await failure).toMatchObject({ status: 401 });
  expect(getToken()).toBe('of another tab');
  expect(pageLoad.replace).not.toHaveBeenCalled();
});

it('keeps the session after other errors', async () => {
  refuse(deleteItem, 'item_not_found');
  expect(await failureOf(tsr.items.deleteItem.mutate({ params: { id: idOf(1) } }))).toMatchObject({
    status: 404,
  });
  expect(getToken()).toBe('token');
  expect(pageLoad.replace).not.toHaveBeenCalled();
});

it('fails with status 0 if there is no response or only a part of one', async () => {
  loseConnection(readUsers);
  expect(await failureOf(read())).toMatchObject({ status: 0, statusText: 'network' });
  answerUnchecked(
    readUsers,
    () =>
      new HttpResponse(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"data":'));
            controller.error(new TypeError('broken'));
          },
        }),
        { headers: { 'content-type': 'application/json' } },
      ),
  );
  expect(await failureOf(read())).toMatchObject({ status: 0, statusText: 'network' });
});

it('times out after 30 seconds without a response', async () => {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
    limits.push(limit);
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
  });
  answer(readUsers, NOBODY);
  expect(await failureOf(read())).toMatchObject({ status: 0, statusText: 'timeout' });
  expect(limits).toEqual([30_000]);
});

it('accepts a successful response without a body', async () => {
  answerUnchecked(deleteItem, () => new HttpResponse(null, { status: 204 }));
  const done = await tsr.items.deleteItem.mutate({ params: { id: idOf(1) } });
  expect(done.body).toBeUndefined();
});

it('treats an HTML page instead of JSON as an error', async () => {
  answerUnchecked(readUsers, () => HttpResponse.html('<!doctype html><h1>Sign in to the Wi-Fi</h1>'));
  expect(await failureOf(read())).toBeInstanceOf(SyntaxError);
});

it('provides the error body, the request id and the status of an error', async () => {
  answerUnchecked(readUsers, () =>
    HttpResponse.text('<h1>Bad gateway</h1>', { status: 502, headers: { 'x-request-id': 'r-9' } }),
  );
  expect(await failureOf(read())).toMatchObject({
    status: 502,
    body: '<h1>Bad gateway</h1>',
    requestId: 'r-9',
    refusal: {},
  });
});

it('retries a read twice with increasing delays after temporary failures', () => {
  const { retry, retryDelay } = queryClient.getDefaultOptions().queries ?? {};
  const isRepeated = retry as (failures: number, error: unknown) => boolean;
  const answerOf = (status: number) => new ApiError('/', status, '');
  for (const status of [0, 429, 500, 503])
    expect([0, 1, 2].map((failures) => isRepeated(failures, answerOf(status)))).toEqual([true, true, false]);
  for (const status of [400, 401, 403, 404, 409, 422])
    expect(isRepeated(0, answerOf(status)), String(status)).toBe(false);
  expect(isRepeated(0, new TypeError('a bug'))).toBe(false);
  const delayOf = retryDelay as (attempt: number) => number;
  expect([0, 1, 9].map(delayOf)).toEqual([500, 1_000, 4_000]);
  expect(queryClient.getDefaultOptions().mutations?.retry).toBe(false);
});

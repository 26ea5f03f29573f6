import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { networkError, refusal } from '../../../../test/api-errors.ts';
import { useAutosave } from './use-autosave.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Requests that the test completes one by one. */
function setUpAutosave() {
  const sent: { value: string; done: () => void; fail: (error: unknown) => void }[] = [];
  const { result, unmount } = renderHook(() =>
    useAutosave<string>(
      (value) => new Promise((resolve, reject) => sent.push({ value, done: resolve, fail: reject })),
    ),
  );
  return {
    unmount,
    sent,
    values: () => sent.map(({ value }) => value),
    state: () => result.current.state.name,
    keep: (value: string) => act(() => result.current.schedule(value)),
    autosave: () => result.current,
  };
}

it('sends the latest input two seconds after the last change', async () => {
  const { keep, values, state } = setUpAutosave();
  expect(state()).toBe('idle');
  keep('First');
  await pass(1_500);
  keep('Second');
  expect(state()).toBe('waiting');
  await pass(1_999);
  expect(values()).toEqual([]);
  await pass(1);
  expect(values()).toEqual(['Second']);
  expect(state()).toBe('saving');
});

it('sends one request at a time, and the latest input at the end', async () => {
  const { keep, values, sent, state } = setUpAutosave();
  keep('First');
  await pass(2_000);
  for (const typed of ['Second', 'Third']) {
    keep(typed);
    await pass(6_000);
  }
  expect(values()).toEqual(['First']);
  sent[0]?.done();
  await pass(0);
  expect(state()).toBe('waiting');
  await pass(2_000);
  expect(values()).toEqual(['First', 'Third']);
  sent[1]?.done();
  await pass(0);
  expect(state()).toBe('saved');
  await pass(60_000);
  expect(values()).toHaveLength(2);
});

it('retries after a network error in five seconds, or as soon as the browser is online', async () => {
  const { keep, values, sent, state } = setUpAutosave();
  keep('Offline');
  await pass(2_000);
  sent[0]?.fail(networkError());
  await pass(4_999);
  expect(state()).toBe('failed');
  expect(values()).toHaveLength(1);
  await pass(1);
  expect(values()).toEqual(['Offline', 'Offline']);
  sent[1]?.fail(networkError());
  await pass(0);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(values()).toHaveLength(3);
  sent[2]?.done();
  await pass(0);
  expect(state()).toBe('saved');
});

it('sends newer input instead of the failed one, and shows the failure until then', async () => {
  const { keep, values, sent, state } = setUpAutosave();
  keep('Before');
  await pass(2_000);
  sent[0]?.fail(networkError());
  await pass(0);
  keep('After');
  expect(state()).toBe('failed');
  await pass(2_000);
  expect(values()).toEqual(['Before', 'After']);
});

it('does not retry a rejected request automatically', async () => {
  const { keep, values, sent, state } = setUpAutosave();
  keep('Refused');
  await pass(2_000);
  sent[0]?.fail(refusal(409, 'autosave_conflict'));
  await pass(60_000);
  expect([values(), state()]).toEqual([['Refused'], 'failed']);
});

it('waits for the running request when it is stopped, and discards pending input', async () => {
  const { keep, values, sent, autosave, state } = setUpAutosave();
  keep('First');
  await pass(2_000);
  keep('Second');
  let isSettled = false;
  void autosave()
    .stop()
    .then(() => (isSettled = true));
  await pass(10_000);
  expect(isSettled).toBe(false);
  sent[0]?.done();
  await pass(10_000);
  expect([isSettled, values(), state()]).toEqual([true, ['First'], 'idle']);
});

it('sends nothing after the page is left', async () => {
  const { keep, values, unmount } = setUpAutosave();
  keep('Left');
  unmount();
  await pass(10_000);
  expect(values()).toEqual([]);
});

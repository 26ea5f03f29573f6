import { expect, it } from 'vitest';
import { Memo } from './memo.ts';

const NOW = new Date('2036-03-10T12:00:00Z');
const LATER = new Date('2036-03-10T12:00:01Z');
const loader = (value: string, until?: Date) => () => Promise.resolve({ value, until });

it('caches a value until its source changes or it expires', async () => {
  const memo = new Memo<string>(2);
  const ask = (value: string, changes: number, now = NOW) =>
    memo.get({ key: 'a', changes, now }, loader(value, LATER));
  expect(await ask('one', 1)).toEqual({ value: 'one', isNew: true });
  expect(await ask('two', 1)).toEqual({ value: 'one', isNew: false });
  expect(await ask('three', 2)).toEqual({ value: 'three', isNew: true });
  expect(await ask('four', 2, LATER)).toEqual({ value: 'four', isNew: true });
});

it('does not cache a value whose source changed while it was loading', async () => {
  const memo = new Memo<string>(10);
  const slow = Promise.withResolvers<{ value: string }>();
  const first = memo.get({ key: 'a', changes: 1, now: NOW }, () => slow.promise);
  await memo.get({ key: 'b', changes: 2, now: NOW }, loader('other'));
  slow.resolve({ value: 'outdated' });
  expect((await first).value).toBe('outdated');
  expect(await memo.get({ key: 'a', changes: 2, now: NOW }, loader('current'))).toEqual({
    value: 'current',
    isNew: true,
  });
});

it('clears the cache when it is full', async () => {
  const memo = new Memo<string>(2);
  for (const key of ['a', 'b', 'c']) await memo.get({ key, changes: 1, now: NOW }, loader(key));
  expect((await memo.get({ key: 'c', changes: 1, now: NOW }, loader('again'))).isNew).toBe(false);
  expect((await memo.get({ key: 'a', changes: 1, now: NOW }, loader('again'))).isNew).toBe(true);
});

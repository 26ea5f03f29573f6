import { expect, it, vi } from 'vitest';
import { readMore } from './read-more.ts';

const pages = (count: number) => ({ pages: Array.from({ length: count }) });

it('fetches the next page again if a live update has cancelled the first attempt', async () => {
  const fetchNextPage = vi
    .fn<() => Promise<{ data: { pages: unknown[] }; isSuccess: boolean; hasNextPage: boolean }>>()
    .mockResolvedValueOnce({ data: pages(1), isSuccess: true, hasNextPage: true })
    .mockResolvedValueOnce({ data: pages(2), isSuccess: true, hasNextPage: true });
  await readMore({ data: pages(1), fetchNextPage });
  expect(fetchNextPage).toHaveBeenCalledTimes(2);
});

it.each([
  ['there is no other page', { data: pages(1), isSuccess: true, hasNextPage: false }],
  ['reading fails', { data: pages(1), isSuccess: false, hasNextPage: true }],
])('stops fetching if %s', async (_, result) => {
  const fetchNextPage = vi.fn<() => Promise<typeof result>>(async () => result);
  await readMore({ data: pages(1), fetchNextPage });
  expect(fetchNextPage).toHaveBeenCalledOnce();
});

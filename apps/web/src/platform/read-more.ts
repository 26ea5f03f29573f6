interface Pages {
  data: { pages: unknown[] } | undefined;
}

interface Pageable extends Pages {
  fetchNextPage: () => Promise<Pages & { isSuccess: boolean; hasNextPage: boolean }>;
}

/**
 * Reads the next page of an infinite query. A live update meanwhile cancels this read, since it refetches the existing
 * pages: then the read is repeated.
 */
export async function readMore({ data, fetchNextPage }: Pageable): Promise<void> {
  let result: Awaited<ReturnType<typeof fetchNextPage>>;
  do result = await fetchNextPage();
  while (result.isSuccess && result.hasNextPage && result.data?.pages.length === data?.pages.length);
}

interface Pages {
  data: { pages: unknown[] } | undefined;
}

interface Pageable extends Pages {
  fetchNextPage: () => Promise<Pages & { isSuccess: boolean; hasNextPage: boolean }>;
}

/**
 * Fetches the next page of an infinite query. Repeats the request if a live update cancels it to refetch the
 * existing pages.
 */
export async function readMore({ data, fetchNextPage }: Pageable): Promise<void> {
  let result: Awaited<ReturnType<typeof fetchNextPage>>;
  do result = await fetchNextPage();
  while (result.isSuccess && result.hasNextPage && result.data?.pages.length === data?.pages.length);
}

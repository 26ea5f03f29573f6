import type { contract } from 'virtual:contract';
import type { MediaPublic } from '@agora/contract/features/media/media.contract';
import type { AppNews } from '@agora/contract/features/news/news.app.contract';
import type { NewsAutosave, NewsPublic } from '@agora/contract/features/news/news.schema';
import { keepPreviousData, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type QueryOf, tsr, tsrClient } from '../../platform/client.ts';
import { isLeaving } from '../../platform/leaving.ts';
import { queryClient } from '../../platform/query-client.ts';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useIdempotent } from '../../platform/use-idempotent.ts';
import { t } from './news.texts.ts';

/** Maximum number of categories, authors and revisions: one page of the API. */
const LIMIT = 200;

export const newsKeys = {
  all: ['news'] as const,
  list: (query: object) => ['news', 'list', query] as const,
  one: (id: string) => ['news', 'one', id] as const,
  about: (id: string) => ['news', 'about', id] as const,
  revisions: (id: string) => ['news', 'revisions', id] as const,
  revision: (id: string) => ['news', 'revision', id] as const,
  authors: ['news', 'authors'] as const,
  categories: ['news', 'categories'] as const,
};

type Query = QueryOf<typeof contract.news.readNews>;

const pageOf = (query: Query) => ({ queryKey: newsKeys.list(query), queryData: { query } });

/** Prefetches a page of articles. */
export const prefetchArticles = (query: Query): void =>
  void tsrClient.news.readNews.prefetchQuery(pageOf(query));

/** A page of articles. Keeps the previous page while loading. */
export const useArticles = (query: Query, { isOn = true } = {}) =>
  tsr.news.readNews.useQuery({
    ...pageOf(query),
    enabled: isOn,
    placeholderData: keepPreviousData,
  });

export const useArticle = (id: string) =>
  tsr.news.readNewsArticle.useQuery({ queryKey: newsKeys.one(id), queryData: { params: { id } } });

export const useRevisions = (id: string) =>
  tsr.news.readRevisions.useQuery({
    queryKey: newsKeys.revisions(id),
    queryData: { params: { id }, query: { limit: LIMIT } },
  });

/** A revision, which never changes. */
export const useRevision = (params: { id: string; revision_id: string }) =>
  tsr.news.readRevision.useQuery({
    queryKey: newsKeys.revision(params.revision_id),
    queryData: { params },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useCategories = () =>
  tsr.newsCategories.readNewsCategories.useQuery({
    queryKey: newsKeys.categories,
    queryData: { query: { limit: LIMIT } },
  });

export const useAuthors = () =>
  tsr.news.readNewsAuthors.useQuery({
    queryKey: newsKeys.authors,
    queryData: { query: { limit: LIMIT } },
  });

/** Refetches all queries that show articles. */
export function useRefreshNews() {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({ queryKey: newsKeys.all, refetchType: isLeaving() ? 'none' : 'active' });
}

/** Writes the article of a response into the cache and refetches the other queries. */
export function useCacheArticle() {
  const queryClient = useQueryClient();
  return (body: NewsPublic): void => {
    queryClient.setQueryData(newsKeys.one(body.id), { status: 200, body, headers: new Headers() });
    void queryClient.invalidateQueries({ queryKey: newsKeys.all, refetchType: 'active' });
  };
}

/** Caches an autosave, so that a reopened editor starts from it. */
export function useCacheAutosave() {
  const queryClient = useQueryClient();
  return (id: string, autosave: NewsAutosave): void => {
    // A response in progress may be older.
    void queryClient.cancelQueries({ queryKey: newsKeys.one(id) });
    queryClient.setQueryData<{ body: NewsPublic }>(
      newsKeys.one(id),
      (known) => known && { ...known, body: { ...known.body, autosave } },
    );
  };
}

const useCacheOnSuccess = () => {
  const adopt = useCacheArticle();
  return { onSuccess: ({ body }: { body: NewsPublic }) => adopt(body) };
};
const useRefreshOnSuccess = () => {
  const refresh = useRefreshNews();
  return { onSuccess: () => void refresh() };
};

export const useScheduleArticle = () => tsr.news.scheduleNews.useMutation(useCacheOnSuccess());
export const usePublishArticle = () => tsr.news.publishNews.useMutation(useCacheOnSuccess());
export const useUnpublishArticle = () => tsr.news.unpublishNews.useMutation(useCacheOnSuccess());
export const useArchiveArticle = () => tsr.news.archiveNews.useMutation(useCacheOnSuccess());
export const useUnarchiveArticle = () => tsr.news.unarchiveNews.useMutation(useCacheOnSuccess());
export const usePinArticle = () => tsr.news.pinNews.useMutation(useCacheOnSuccess());
export const useCreateArticle = () => useIdempotent(tsr.news.createNews.useMutation(useRefreshOnSuccess()));
export const useDuplicateArticle = () =>
  useIdempotent(tsr.news.duplicateNews.useMutation(useRefreshOnSuccess()));
export const useBulkNews = () => tsr.news.bulkNews.useMutation();

/** The editor adopts the results of these itself, after merging them with its content. */
export const useUpdateArticle = () => tsr.news.updateNews.useMutation();
export const useAutosaveArticle = () => tsr.news.autosaveNews.useMutation();
export const useDiscardAutosave = () => tsr.news.discardAutosave.useMutation();
/** Fails if others have saved a newer version, and then fetches it. */
export function useRestoreRevision() {
  const refresh = useRefreshNews();
  return tsr.news.restoreRevision.useMutation({ onError: () => void refresh() });
}

export const useCreateCategory = () =>
  useIdempotent(tsr.newsCategories.createNewsCategory.useMutation(useRefreshOnSuccess()));
export const useUpdateCategory = () =>
  tsr.newsCategories.updateNewsCategory.useMutation(useRefreshOnSuccess());
export const useDeleteCategory = () =>
  tsr.newsCategories.deleteNewsCategory.useMutation(useRefreshOnSuccess());

/**
 * Fetches an article without changing the cache.
 * @throws {ApiError}
 */
export async function readArticle(id: string): Promise<NewsPublic> {
  return (await tsr.news.readNewsArticle.query({ params: { id } })).body as NewsPublic;
}

type NewsPreview = Parameters<typeof tsr.news.previewNews.mutate>[0]['body'];

/** Article as members of a language would read it. @throws {ApiError} */
export async function previewArticle(body: NewsPreview): Promise<AppNews> {
  return (await tsr.news.previewNews.mutate({ body })).body as AppNews;
}

/** Moves articles to the trash and back. */
export function useTrash() {
  const { mutateAsync: restoreArticle } = tsr.news.restoreNews.useMutation(useRefreshOnSuccess());
  const { mutateAsync: deleteArticle } = tsr.news.deleteNews.useMutation(useRefreshOnSuccess());

  async function restore(id: string): Promise<void> {
    await restoreArticle({ params: { id } });
    toastSuccess(t.restored(1));
  }

  async function remove(id: string): Promise<void> {
    await deleteArticle({ params: { id } });
    toastSuccess(t.deleted(1), { label: t.undo, onClick: () => void restore(id).catch(toastError) });
  }

  return { remove, restore };
}

/** Creates a copy and opens it. */
export function useOpenCopy() {
  const navigate = useNavigate();
  return async (make: () => Promise<{ body: NewsPublic }>): Promise<void> => {
    const { body: copy } = await make();
    toastSuccess(t.copied);
    await navigate(`/news/${copy.id}`);
  };
}

const UPLOADS = { mutationKey: ['media', 'upload'] };

/**
 * Uploads a picture. The returned function throws an {ApiError} if the file is not a picture or too large.
 */
export function useUploadPicture() {
  const { mutateAsync } = tsr.media.uploadMedia.useMutation(UPLOADS);
  return async (file: File): Promise<MediaPublic> => {
    const body = new FormData();
    body.set('file', file);
    return (await mutateAsync({ body })).body;
  };
}

/** True while a picture is being uploaded. */
export const isUploading = () => queryClient.isMutating(UPLOADS) > 0;
export const useIsUploading = () => useIsMutating(UPLOADS) > 0;

import type { NewsBulk, NewsListed, NewsStatus } from '@agora/contract/features/news/news.schema';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { RestoreButton } from '../../components/restore-button.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { useConfirm } from '../../components/use-confirm.tsx';
import { toastError } from '../../platform/toast.ts';
import { useBusy } from '../../platform/use-busy.ts';
import { useDuplicateArticle, useOpenCopy, useTrash } from './news.queries.ts';
import { t } from './news.texts.ts';
import { mayChangeAtOnce, type NewsRights, useNewsRights } from './news-rights.ts';
import { titleOf } from './news-status.tsx';

/** Actions on one article of a list, for those who write. */
export function NewsRowActions({ article }: { article: NewsListed }) {
  const rights = useNewsRights();
  const { remove, restore } = useTrash();
  const [dialog, confirmDelete] = useDeleteConfirmation();
  const openCopy = useOpenCopy();
  const { mutateAsync: copy } = useDuplicateArticle();
  const duplicate = (id: string) => openCopy(() => copy({ params: { id } }));
  const [isBusy, run] = useBusy((action: () => Promise<unknown>) =>
    action().then(() => undefined, toastError),
  );
  const title = titleOf(article) || t.noTitle;
  if (article.deleted_at)
    return <RestoreButton name={title} isBusy={isBusy} onClick={() => void run(() => restore(article.id))} />;
  return (
    <>
      <RowButton
        icon={IconCopy}
        label={t.duplicateOf(title)}
        isBusy={isBusy}
        onClick={() => void run(() => duplicate(article.id))}
      />
      {mayChangeAtOnce(rights, article) && (
        <RowButton
          icon={IconTrash}
          label={t.deleteOf(title)}
          isBusy={isBusy}
          onClick={() => void run(async () => (await confirmDelete(article)) && remove(article.id))}
        />
      )}
      {dialog}
    </>
  );
}

/** Asks before a published article is deleted, as undoing does not publish it again. */
export function useDeleteConfirmation(): [
  dialog: ReactNode,
  mayDelete: (article: Pick<NewsListed, 'status'>) => Promise<boolean>,
] {
  const [dialog, confirm] = useConfirm();
  const confirmation = {
    title: t.deleteMany(1),
    text: t.deleteManyText(1),
    action: t.delete,
    isDangerous: true,
  };
  return [dialog, async ({ status }) => status !== 'published' || confirm(confirmation)];
}

export type BulkAction = NewsBulk['action'];

/** Actions on several articles that the user may take, in their order. */
export function bulkActions(isTrash: boolean, { mayWrite, mayPublish }: NewsRights): readonly BulkAction[] {
  if (isTrash) return mayWrite ? ['restore'] : [];
  return [
    ...(mayPublish ? (['publish', 'unpublish', 'archive', 'unarchive'] as const) : []),
    ...(mayWrite ? (['delete'] as const) : []),
  ];
}

const ACTIONS: Record<NewsStatus, readonly BulkAction[]> = {
  draft: ['publish', 'archive', 'delete'],
  scheduled: ['publish', 'unpublish', 'archive', 'delete'],
  published: ['unpublish', 'archive', 'delete'],
  archived: ['unarchive', 'delete'],
};

/** Bulk actions that change an article. Publishing a published one shows its unpublished changes. */
export const actionsOn = (article: NewsListed, rights: NewsRights): readonly BulkAction[] => {
  const { deleted_at, status, has_changes } = article;
  if (deleted_at) return ['restore'];
  const actions: readonly BulkAction[] =
    status === 'published' && has_changes ? ['publish', ...ACTIONS.published] : ACTIONS[status];
  return actions.filter((action) => action !== 'delete' || mayChangeAtOnce(rights, article));
};

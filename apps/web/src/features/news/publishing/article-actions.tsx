import { contract } from 'virtual:contract';
import type { NewsPublic } from '@agora/contract/features/news/news.schema';
import { Button, Menu } from '@mantine/core';
import {
  IconArchive,
  IconBell,
  IconCopy,
  IconDeviceMobile,
  IconHistory,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { MoreMenu } from '../../../components/more-menu.tsx';
import { leaveAfter, useNavigateAway } from '../../../platform/leaving.ts';
import { toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import { useNextPush } from '../../broadcasts/broadcasts.queries.ts';
import { requestContent } from '../editing/article-content.ts';
import { t } from '../editing/news.editing.texts.ts';
import { RevisionsDrawer } from '../editing/revisions-drawer.tsx';
import type { ArticleEdit } from '../editing/use-article-editing.ts';
import { useArchiveArticle, useCreateArticle, useOpenCopy, useTrash } from '../news.queries.ts';
import { t as news } from '../news.texts.ts';
import { useDeleteConfirmation } from '../news-actions.tsx';
import { mayChangeAtOnce, useNewsRights } from '../news-rights.ts';
import { PreviewModal } from './article-preview-modal.tsx';

interface ArticleActionsProps {
  article: NewsPublic;
  edit: ArticleEdit;
  isDirty: boolean;
  back: { to: string };
  onReplace: (saved: NewsPublic) => Promise<void>;
  onError: (error: unknown) => void;
}

/** Actions on an article that the user may take, except editing and publishing. */
export function ArticleActions({ article, edit, isDirty, back, onReplace, onError }: ArticleActionsProps) {
  const { id, status, category_id } = article;
  const { content } = edit;
  const rights = useNewsRights();
  const mayCopy = useAllowed(contract.news.createNews);
  const mayArchive = rights.mayPublish && status !== 'archived';
  const mayDelete = mayChangeAtOnce(rights, article);
  const navigateAway = useNavigateAway();
  const { mutateAsync: create } = useCreateArticle();
  const { mutateAsync: archiveIt } = useArchiveArticle();
  const { remove } = useTrash();
  const nextPush = useNextPush(id);
  const [dialog, confirmDelete] = useDeleteConfirmation();
  const openCopy = useOpenCopy();
  const [opened, setOpened] = useState<'preview' | 'revisions'>();
  const [isBusy, run] = useBusy((act: () => Promise<void>) => act().catch(onError));

  /** Copies the current content, saved or not. */
  const duplicate = () => openCopy(() => create({ body: { content: requestContent(content), category_id } }));

  async function archive(): Promise<void> {
    await archiveIt({ params: { id } });
    toastSuccess(t.isArchived);
  }

  async function removeAndLeave(): Promise<void> {
    if (!(await confirmDelete(article))) return;
    await leaveAfter(async () => {
      await remove(id);
      await navigateAway(back.to);
    });
  }

  return (
    <>
      {nextPush && status === 'published' && (
        <Button
          component={Link}
          to={nextPush.path}
          variant="default"
          leftSection={<IconBell size={17} aria-hidden />}
        >
          {nextPush.label}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconDeviceMobile size={17} aria-hidden />}
        onClick={() => setOpened('preview')}
      >
        {t.preview}
      </Button>
      <Button
        variant="default"
        leftSection={<IconHistory size={17} aria-hidden />}
        onClick={() => setOpened('revisions')}
      >
        {t.revisions}
      </Button>
      {(mayCopy || mayArchive || mayDelete) && (
        <MoreMenu disabled={isBusy}>
          {mayCopy && (
            <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void run(duplicate)}>
              {t.duplicate}
            </Menu.Item>
          )}
          {mayArchive && (
            <Menu.Item leftSection={<IconArchive size={16} aria-hidden />} onClick={() => void run(archive)}>
              {news.archive}
            </Menu.Item>
          )}
          {mayDelete && (
            <>
              <Menu.Divider />
              <Menu.Item
                leftSection={<IconTrash size={16} aria-hidden />}
                c="var(--danger-ink)"
                onClick={() => void run(removeAndLeave)}
              >
                {news.delete}
              </Menu.Item>
            </>
          )}
        </MoreMenu>
      )}
      {dialog}
      {opened === 'preview' && (
        <PreviewModal content={content} categoryId={category_id} onClose={() => setOpened(undefined)} />
      )}
      {opened === 'revisions' && (
        <RevisionsDrawer
          article={article}
          edit={edit}
          isDirty={isDirty}
          onReplace={onReplace}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

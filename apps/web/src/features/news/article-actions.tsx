import { contract } from 'virtual:contract';
import type { NewsContent, NewsPublic } from '@agora/contract/features/news/news.contract';
import { Button } from '@mantine/core';
import { IconDeviceMobile, IconHistory } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../platform/api.ts';
import { toastSuccess } from '../../platform/toast.ts';
import { useBusy } from '../../platform/use-busy.ts';
import { t } from './article.texts.ts';
import { useAdoptArticle, useDuplicate, useTrash } from './news.queries.ts';
import { t as news } from './news.texts.ts';

const PreviewModal = lazy(() => import('./preview-modal.tsx'));
const RevisionsDrawer = lazy(() => import('./revisions-drawer.tsx'));

interface ArticleActionsProps {
  article: NewsPublic;
  content: NewsContent;
  back: { to: string };
  onFail: (error: unknown) => void;
}

/** What can be done with an article beside writing and publishing it. */
export function ArticleActions({ article, content, back, onFail }: ArticleActionsProps) {
  const { id, status } = article;
  const navigate = useNavigate();
  const adopt = useAdoptArticle();
  const { remove } = useTrash();
  const duplicate = useDuplicate();
  const [opened, setOpened] = useState<'preview' | 'revisions'>();
  const [isBusy, run] = useBusy((act: () => Promise<void>) => act().catch(onFail));

  async function archive(): Promise<void> {
    adopt(await call(contract.news.archiveNews, { params: { id } }));
    toastSuccess(t.isArchived);
  }

  async function removeAndLeave(): Promise<void> {
    await remove(id);
    await navigate(back.to);
  }

  return (
    <>
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
      <Button variant="default" disabled={isBusy} onClick={() => void run(() => duplicate(id))}>
        {t.duplicate}
      </Button>
      {status !== 'archived' && (
        <Button variant="default" disabled={isBusy} onClick={() => void run(archive)}>
          {news.archive}
        </Button>
      )}
      <Button
        variant="default"
        c="var(--danger-ink)"
        disabled={isBusy}
        onClick={() => void run(removeAndLeave)}
      >
        {news.delete}
      </Button>
      <Suspense>
        {opened === 'preview' && (
          <PreviewModal
            content={content}
            categoryId={article.category_id}
            onClose={() => setOpened(undefined)}
          />
        )}
        {opened === 'revisions' && (
          <RevisionsDrawer article={article} content={content} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
    </>
  );
}

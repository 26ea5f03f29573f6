import type { NewsPublic } from '@agora/contract/features/news/news.schema';
import { Button } from '@mantine/core';
import { IconDeviceMobile, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { leavingAfter, useLeaveTo } from '../../../platform/leaving.ts';
import { toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { writtenOf } from '../editing/article-content.ts';
import { t } from '../editing/news.editing.texts.ts';
import { RevisionsDrawer } from '../editing/revisions-drawer.tsx';
import type { Writing } from '../editing/use-article-writing.ts';
import { useArchiveArticle, useCreateArticle, useOpenCopy, useTrash } from '../news.queries.ts';
import { t as news } from '../news.texts.ts';
import { useDeletionQuestion } from '../news-actions.tsx';
import { PreviewModal } from './article-preview-modal.tsx';

interface ArticleActionsProps {
  article: NewsPublic;
  writing: Writing;
  isDirty: boolean;
  back: { to: string };
  onReplace: (saved: NewsPublic) => Promise<void>;
  onFail: (error: unknown) => void;
}

/** Actions on an article, except editing and publishing. */
export function ArticleActions({ article, writing, isDirty, back, onReplace, onFail }: ArticleActionsProps) {
  const { id, status, category_id } = article;
  const { content } = writing;
  const leaveTo = useLeaveTo();
  const { mutateAsync: create } = useCreateArticle();
  const { mutateAsync: archiveIt } = useArchiveArticle();
  const { remove } = useTrash();
  const [question, mayDelete] = useDeletionQuestion();
  const openCopy = useOpenCopy();
  const [opened, setOpened] = useState<'preview' | 'revisions'>();
  const [isBusy, run] = useBusy((act: () => Promise<void>) => act().catch(onFail));

  /** Copies the current content, saved or not. */
  const duplicate = () => openCopy(() => create({ body: { content: writtenOf(content), category_id } }));

  async function archive(): Promise<void> {
    await archiveIt({ params: { id } });
    toastSuccess(t.isArchived);
  }

  async function removeAndLeave(): Promise<void> {
    if (!(await mayDelete(article))) return;
    await leavingAfter(async () => {
      await remove(id);
      await leaveTo(back.to);
    });
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
      <Button variant="default" disabled={isBusy} onClick={() => void run(duplicate)}>
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
      {question}
      {opened === 'preview' && (
        <PreviewModal content={content} categoryId={category_id} onClose={() => setOpened(undefined)} />
      )}
      {opened === 'revisions' && (
        <RevisionsDrawer
          article={article}
          writing={writing}
          isDirty={isDirty}
          onReplace={onReplace}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

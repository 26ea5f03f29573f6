import type { NewsPlan, NewsPublic } from '@agora/contract/features/news/news.schema';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useConfirm } from '../../../components/use-confirm.tsx';
import { hasCode } from '../../../platform/api-error.ts';
import { formatMoment } from '../../../platform/dates.ts';
import { firstIn } from '../../../platform/default-locale.ts';
import { refresh } from '../../../platform/query-client.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { ApprovalPanel } from '../../approvals/approval-panel.tsx';
import { useApproveNews } from '../../approvals/approvals.queries.ts';
import { newsKeys } from '../news.queries.ts';
import { MomentsModal } from './moments-modal.tsx';
import { t } from './news.dialogs.texts.ts';

/** The last request for approval of an article. */
export function ApprovalOfArticlePanel({ article }: { article: NewsPublic }) {
  const { status, has_changes, version, approval } = article;
  const title = firstIn((locale) => article.content.translations[locale]?.title) ?? '';
  const isPending = status === 'draft' || has_changes || approval?.version !== version;
  return (
    <ApprovalPanel
      subject={{ ...article, kind: 'news', isPending }}
      actions={approval && <ApproveArticleButtons article={{ id: article.id, version, title, approval }} />}
    />
  );
}

interface ApproveArticleButtonsProps {
  article: Pick<NewsPublic, 'id' | 'version'> & {
    title: string;
    approval: Pick<NonNullable<NewsPublic['approval']>, 'status' | 'due_at'>;
  };
}

/** Approves as asked for or, if that time has passed, for now or another time. */
export function ApproveArticleButtons({
  article: { id, version, title, approval },
}: ApproveArticleButtonsProps) {
  const { mutateAsync: approve } = useApproveNews();
  const [isLater, setLater] = useState(false);
  const [dialog, confirm] = useConfirm();
  const isHeld = approval.status === 'held';
  const send = async (plan?: NewsPlan) => {
    await approve({ params: { id }, body: { version, ...(plan && { plan }) } });
    toastSuccess(t.isApproved);
  };
  const [isBusy, run] = useBusy(async () => {
    const due = isHeld ? null : approval.due_at;
    const text = due ? t.approveTextAt(formatMoment(due)) : t.approveText;
    if (!(await confirm({ title: t.approveTitle(title), text, action: t.approveDo }))) return;
    try {
      await send(isHeld ? { visible_from: null } : undefined);
    } catch (error) {
      if (OUTDATED.some((code) => hasCode(error, code))) await refresh(newsKeys.all);
      toastError(error);
    }
  });
  return (
    <>
      <Button disabled={isBusy} onClick={() => void run()}>
        {isHeld ? t.approveNow : t.approve}
      </Button>
      {isHeld && (
        <Button variant="default" onClick={() => setLater(true)}>
          {t.approveLater}
        </Button>
      )}
      {dialog}
      {isLater && (
        <MomentsModal
          title={t.approveTitle(title)}
          text={t.scheduleText}
          action={t.approveDo}
          fields={[{ name: 'visible_from', label: t.visibleFrom }]}
          moments={{ visible_from: null }}
          onSubmit={({ visible_from }) => send({ visible_from })}
          onClose={() => setLater(false)}
        />
      )}
    </>
  );
}

const OUTDATED = ['version_conflict', 'approval_closed', 'approval_overdue'];

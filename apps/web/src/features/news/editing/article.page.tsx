import { contract } from 'virtual:contract';
import { Skeleton } from '@mantine/core';
import { IconNewsOff } from '@tabler/icons-react';
import { Fragment, useMemo } from 'react';
import { useLocation, useParams } from 'react-router';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { StateMessage } from '../../../components/state-message.tsx';
import { ApiError, hasCode } from '../../../platform/api-error.ts';
import { readDrafts } from '../../../platform/drafts.ts';
import { useAllowed, useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { HistoryPanel } from '../../audit/history-panel.tsx';
import { PushPanel } from '../../broadcasts/push-panel.tsx';
import { ReadsPanel } from '../../dashboard/reads-panel.tsx';
import { RatingsPanel } from '../../ratings/ratings-panel.tsx';
import { useArticle } from '../news.queries.ts';
import { t as news } from '../news.texts.ts';
import { useNewsRights } from '../news-rights.ts';
import { titleOf } from '../news-status.tsx';
import { ArticleEditor } from './article-editor.tsx';
import { titlesOf } from './article-heading.ts';
import { ArticleReader } from './article-reader.tsx';
import { t } from './news.editing.texts.ts';
import { type ArticleEdit, initialStateOf } from './use-article-editing.ts';

/** One article: editing, publication and deletion, or its text for those who only read. */
export function Page() {
  const { articleId = '' } = useParams();
  const me = useCurrentUser();
  const from = (useLocation().state as { from?: string } | null)?.from ?? '';
  const back = { to: `/news${from}`, label: t.back };
  const draftKey = `${me.id}:news/${articleId}`;
  const { data, error, refetch } = useArticle(articleId);
  const drafts = useMemo(() => readDrafts<ArticleEdit>(draftKey), [draftKey]);
  const article = data?.body;
  const { mayWrite } = useNewsRights();
  const maySeeReads = useAllowed(contract.statistics.readArticleReads);
  const maySeeRatings = useAllowed(contract.ratings.summarizeRatings);
  const maySeeHistory = useAllowed(contract.auditLogs.readAuditLogs);

  if (!article && error)
    return isNotFound(error) ? (
      <>
        <PageHeader title={t.articleMissing} back={back} />
        <StateMessage icon={IconNewsOff} text={t.articleMissingText} />
      </>
    ) : (
      <>
        <PageHeader title={back.label} back={back} />
        <LoadFailure error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!article)
    return (
      <>
        <PageHeader back={back} />
        <Skeleton height={420} radius="lg" mb="lg" />
        <Skeleton height={220} radius="lg" />
      </>
    );
  return (
    <Fragment key={article.id}>
      {mayWrite ? (
        <ArticleEditor
          article={article}
          draftKey={draftKey}
          initial={initialStateOf(article, drafts)}
          back={back}
        />
      ) : (
        <ArticleReader article={article} back={back} />
      )}
      {article.status === 'published' && <PushPanel article={article.id} />}
      {maySeeReads && article.first_published_at && (
        <ReadsPanel
          article={article.id}
          title={titleOf({ titles: titlesOf(article.content) }) || news.noTitle}
          readers={article.readers}
        />
      )}
      {maySeeRatings && article.first_published_at && <RatingsPanel target="news" id={article.id} />}
      {maySeeHistory && (
        <HistoryPanel entity="news" id={article.id} version={Date.parse(article.updated_at)} />
      )}
    </Fragment>
  );
}

const isNotFound = (error: unknown) =>
  hasCode(error, 'news_not_found') || (error instanceof ApiError && error.status === 422);

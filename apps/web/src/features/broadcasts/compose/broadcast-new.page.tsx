import { contract } from 'virtual:contract';
import { Box, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { uuidParam } from '../../../platform/list-state.ts';
import { toastSuccess } from '../../../platform/toast.ts';
import { useNewForm } from '../../../platform/use-versioned-form.ts';
import { useAllowed, useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { newsKeys, useIsUploading } from '../../news/news.queries.ts';
import { useCreateBroadcast } from '../broadcasts.queries.ts';
import { AlreadyPushedNotice } from './already-pushed-notice.tsx';
import { readArticleFields } from './article-fields.ts';
import type { NewDraftState } from './broadcast-editor.tsx';
import { BROADCAST_PARTS } from './broadcast-parts.ts';
import {
  type BroadcastValues,
  fieldsOf,
  type InitialFields,
  newValues,
  valuesOf,
} from './broadcast-values.ts';
import { broadcastRules } from './broadcasts.compose.rules.ts';
import { t } from './broadcasts.compose.texts.ts';
import { ComposerActions, type NextStep } from './composer-actions.tsx';
import { ComposerPanels, ComposerPreview } from './composer-panels.tsx';
import { showTooLargeError } from './too-large-error.tsx';

/** Creates a push: empty, about the article in the address, or to the members selected in their list. */
export function Page() {
  const [params] = useSearchParams();
  const { key, state } = useLocation();
  const { member_ids } = (state as NewDraftState) ?? {};
  const maySeeArticle = useAllowed(contract.news.readNewsArticle);
  const article = uuidParam(params, 'article');
  if (article && maySeeArticle) return <AboutArticle key={article} id={article} />;
  if (member_ids)
    // Each selection has a draft of its own.
    return <NewBroadcast key={key} about={`members-${key}`} initial={{ audience: { member_ids } }} />;
  return <NewBroadcast key="new" initial={{}} />;
}

/** A new push with the texts of an article. */
function AboutArticle({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: newsKeys.about(id),
    queryFn: ({ client }) => readArticleFields(client, id),
    gcTime: 0,
  });
  if (data) return <NewBroadcast initial={data} article={id} />;
  return (
    <>
      <Header />
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={420} radius="lg" />
      )}
    </>
  );
}

function Header() {
  const from = (useLocation().state as { from?: string } | null)?.from ?? '';
  return <PageHeader title={t.newTitle} text={t.newText} back={{ to: `/broadcast${from}`, label: t.back }} />;
}

interface NewBroadcastProps {
  initial: InitialFields;
  /** Id of the article that the push is about. */
  article?: string;
  /** What else distinguishes its draft in this browser. */
  about?: string;
}

function NewBroadcast({ initial, article, about = article ?? '' }: NewBroadcastProps) {
  const me = useCurrentUser();
  const navigate = useNavigate();
  const state = useLocation().state as NewDraftState;
  const { mutateAsync: create } = useCreateBroadcast();
  const next = useRef<NextStep>(undefined);
  const isUploading = useIsUploading();
  const { form, isBusy, submit, ...editing } = useNewForm({
    drafts: `${me.id}:broadcasts`,
    about,
    parts: BROADCAST_PARTS,
    initialValues: newValues(initial),
    rules: broadcastRules,
    valuesOf,
    async create(values: BroadcastValues) {
      const source = article ? ({ source: 'news', source_id: article } as const) : {};
      return (await create({ body: { ...fieldsOf(values), ...source } })).body;
    },
    async onCreated(saved) {
      if (!next.current) toastSuccess(t.created);
      const { from } = state ?? {};
      await navigate(`/broadcast/${saved.id}`, { replace: true, state: { from, next: next.current } });
    },
    onError: showTooLargeError,
  });

  return (
    <>
      <Header />
      {article && <AlreadyPushedNotice article={article} />}
      <Box
        className="beside"
        component="form"
        noValidate
        onSubmit={(event) => {
          next.current = undefined;
          editing.onSubmit(event);
        }}
      >
        <div>
          <DraftNotice draft={editing} mb="lg" />
          <ComposerPanels form={form} />
          <ComposerActions
            form={form}
            isBusy={isBusy}
            canSave
            onSaveFor={(step) => {
              next.current = step;
              submit();
            }}
          />
        </div>
        <ComposerPreview form={form} />
      </Box>
      <UnsavedGuard isDirty={editing.isDirty || isUploading} onLeave={editing.forget} />
    </>
  );
}

import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { NewsField } from '@agora/contract/features/news/news.fields.rules';
import type { NewsContent, NewsPublic, NewsRevision } from '@agora/contract/features/news/news.schema';
import {
  Box,
  Button,
  Drawer,
  Flex,
  NavLink,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useState } from 'react';
import { Chip } from '../../../components/chip.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Moment } from '../../../components/moment.tsx';
import { useConfirm } from '../../../components/use-confirm.tsx';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useRestoreRevision, useRevision, useRevisions } from '../news.queries.ts';
import { useNewsRights } from '../news-rights.ts';
import { changedFields } from './article-content.ts';
import { t as texts } from './news.editing.texts.ts';
import { t } from './news.revisions.texts.ts';
import { labelOf, shownOf, useDiff } from './text-diff.tsx';
import type { ArticleEdit } from './use-article-editing.ts';

interface RevisionsDrawerProps {
  article: NewsPublic;
  edit: ArticleEdit;
  isDirty: boolean;
  onReplace: (saved: NewsPublic) => Promise<void>;
  onClose: () => void;
}

/** Earlier versions of an article next to the current one. */
export function RevisionsDrawer({ article, edit, isDirty, onReplace, onClose }: RevisionsDrawerProps) {
  const [chosen, setChosen] = useState<string>();
  const { data, error, refetch } = useRevisions(article.id);
  const revisions = data?.body.data;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="64rem"
      title={texts.revisions}
      transitionProps={{ duration: 150 }}
      closeButtonProps={{ 'aria-label': t.close }}
      removeScrollProps={{ enabled: false }}
      // Replaces the theme's. See `global.css` for `data-at-end`.
      attributes={{ header: { role: 'presentation' }, content: { 'data-at-end': true } }}
    >
      {error && !revisions ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !revisions ? (
        <Skeleton height={240} radius="md" />
      ) : (
        <Flex direction={{ base: 'column', sm: 'row' }} gap="lg">
          <Box component="ol" flex="none" w={{ sm: '15rem' }} aria-label={texts.revisions}>
            {revisions.map((revision) => (
              <li key={revision.id}>
                <RevisionButton
                  revision={revision}
                  isLive={article.status === 'published' && revision.id === article.live?.revision.id}
                  isChosen={revision.id === chosen}
                  onChoose={() => setChosen(revision.id)}
                />
              </li>
            ))}
          </Box>
          {chosen ? (
            <Comparison
              key={chosen}
              article={article}
              id={chosen}
              edit={edit}
              isDirty={isDirty}
              onReplace={onReplace}
              onClose={onClose}
            />
          ) : (
            <Text c="dimmed" size="xs">
              {revisions.length > 0 ? t.chooseRevision : t.noRevisions}
            </Text>
          )}
        </Flex>
      )}
    </Drawer>
  );
}

interface RevisionButtonProps {
  revision: NewsRevision;
  isLive: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

const RevisionButton = ({ revision, isLive, isChosen, onChoose }: RevisionButtonProps) => (
  <NavLink
    component="button"
    active={isChosen}
    aria-pressed={isChosen}
    styles={{ description: { opacity: 1 } }}
    label={
      <>
        <strong>{t[`kind_${revision.kind}`]}</strong> {isLive && <Chip tone="good">{t.isLive}</Chip>}
      </>
    }
    description={
      <>
        <Moment at={revision.created_at} format="relative" /> {t.by(nameOf(revision.created_by))}
      </>
    }
    onClick={onChoose}
  />
);

interface ComparisonProps extends RevisionsDrawerProps {
  /** Id of the revision. */
  id: string;
}

/** A revision beside the current content, part by part, with a button that restores it for those who write. */
function Comparison({ article, id, edit, isDirty, onReplace, onClose }: ComparisonProps) {
  const { content, version } = edit;
  const { mayWrite } = useNewsRights();
  const params = { id: article.id, revision_id: id };
  const { data, error, refetch } = useRevision(params);
  const { mutateAsync: restore } = useRestoreRevision();
  const [question, confirm] = useConfirm();
  const [isBusy, run] = useBusy(async () => {
    const [title, text, action] = [t.unsavedTitle, t.unsavedText, t.restoreRevision];
    if (isDirty && !(await confirm({ title, text, action, isDangerous: true }))) return;
    try {
      await onReplace((await restore({ params, body: { version } })).body);
      toastSuccess(t.revisionRestored);
      onClose();
    } catch (failure) {
      toastError(failure);
    }
  });
  const before = data?.body.content;
  if (error && !before) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!before) return <Skeleton height={240} radius="md" />;
  const changed = changedFields(before, content);
  return (
    <Stack gap="lg" miw={0} flex={1}>
      {question}
      {changed.length === 0 ? (
        <p>{t.noDifference}</p>
      ) : (
        mayWrite && (
          <Button style={{ alignSelf: 'flex-start' }} loading={isBusy} onClick={() => void run()}>
            {t.restoreRevision}
          </Button>
        )
      )}
      {changed.map((field) => (
        <ComparedPart key={field} field={field} before={before} after={content} />
      ))}
    </Stack>
  );
}

interface ComparedPartProps {
  field: NewsField;
  before: NewsContent;
  after: NewsContent;
}

function ComparedPart({ field, before, after }: ComparedPartProps) {
  const shown = useDiff(shownOf(before, field), shownOf(after, field));
  return (
    <section>
      <Title order={3} size="sm" mb="xs">
        {labelOf(field)}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="xs">
        {(['before', 'after'] as const).map((side) => (
          <Paper key={side} p="sm" radius="md" shadow="none">
            <Text c="dimmed" size="xs" span>
              {t[side]}
            </Text>
            {shown[side]}
          </Paper>
        ))}
      </SimpleGrid>
    </section>
  );
}

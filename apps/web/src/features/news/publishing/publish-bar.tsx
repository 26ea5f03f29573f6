import { APPROVAL_TEXT_MAX, isOpen } from '@agora/contract/features/approvals/approvals.rules';
import type { NewsContent, NewsPlan, NewsPublic } from '@agora/contract/features/news/news.schema';
import { Button, Group, Menu } from '@mantine/core';
import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CountedField } from '../../../components/counted-field.tsx';
import { FormBar } from '../../../components/form-bar.tsx';
import { MoreMenu } from '../../../components/more-menu.tsx';
import { ApiError, hasCode } from '../../../platform/api-error.ts';
import { formatTime, localTimeOf } from '../../../platform/dates.ts';
import { errorText } from '../../../platform/errors.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { readPreferences, usePreferences } from '../../accounts/accounts.preferences.queries.ts';
import { useApprovalRules, useAskForNews } from '../../approvals/approvals.queries.ts';
import { useNextPush } from '../../broadcasts/broadcasts.queries.ts';
import { t } from '../editing/news.editing.texts.ts';
import type { AutosaveState } from '../editing/use-autosave.ts';
import {
  useIsUploading,
  usePinArticle,
  usePublishArticle,
  useScheduleArticle,
  useUnarchiveArticle,
  useUnpublishArticle,
} from '../news.queries.ts';
import { t as news } from '../news.texts.ts';
import { useNewsRights } from '../news-rights.ts';
import type { Check } from './publish-checks.ts';
import { PublishModal } from './publish-modal.tsx';
import { PublishersLine } from './publishers-line.tsx';
import type { TypedMoments } from './schedule-modal.tsx';
import { ScheduleModal } from './schedule-modal.tsx';

/** Error codes about the article, shown in the editor instead of the dialog. */
const ARTICLE_ERRORS = ['not_publishable', 'version_conflict', 'invalid_state'];

interface Action {
  label: string;
  onClick: () => void;
}

interface PublishBarProps {
  article: NewsPublic;
  content: NewsContent;
  isDirty: boolean;
  isBusy: boolean;
  /** This and the following are absent for those who do not write. */
  autosave?: AutosaveState;
  /** Saves first, then runs the action with the saved version. */
  onRun: (act?: (version: number) => Promise<void>) => Promise<void>;
  /** Focuses the field that a line of the checklist names. */
  onFix?: (fix: NonNullable<Check['fix']>) => void;
  onReady?: (locale: 'fr' | 'en') => void;
}

/** Save state, and the actions for the article's current state that the user may take. */
export function PublishBar({
  article,
  content,
  isDirty,
  isBusy: isRunning,
  autosave,
  onRun,
  onFix,
  onReady,
}: PublishBarProps) {
  const { mayPublish: maySkip, mayWrite } = useNewsRights();
  const { news: asks } = useApprovalRules();
  const isAwaiting = article.approval !== null && isOpen(article.approval.status);
  const mayPublish = maySkip || (asks && mayWrite);
  const [note, setNote] = useState('');
  const isUploading = useIsUploading();
  const isBusy = isRunning || isUploading;
  const [opened, setOpened] = useState<'schedule' | 'publish'>();
  /** Entered times, kept while the article is being corrected. */
  const [typed, setTyped] = useState<TypedMoments>();
  const close = () => setOpened(undefined);
  const { status, visible_to } = article;
  const { publish, publishAndNotify, update, changeEnd, schedule, unpublish, unarchive, updateScheduled } =
    useTransitions(article, isDirty, asks ? note : undefined);
  const hasChanges = isDirty || article.has_changes;
  const run = (label: string, act: (version: number) => Promise<void>): Action => ({
    label,
    onClick: () => void onRun(act),
  });
  const ask = (label: string, dialog: typeof opened): Action => ({ label, onClick: () => setOpened(dialog) });
  const end = ask(visible_to ? t.changeEnd : t.setEnd, 'schedule');
  const publishNow = ask(asks ? t.askNow : t.publishNow, 'publish');
  const updateIt =
    hasChanges && updateScheduled && (asks ? ask(t.askAgain, 'schedule') : run(t.update, updateScheduled));
  const updateNow = asks ? ask(t.askNow, 'publish') : run(t.update, update);
  const hiding = maySkip ? [run(t.unschedule, unpublish)] : [];
  const actions: Record<NewsPublic['status'], { main?: Action | false; others: Action[] }> = {
    draft: { main: ask(asks ? t.askNow : news.publish, 'publish'), others: [ask(t.scheduleIt, 'schedule')] },
    scheduled: {
      main: updateIt || publishNow,
      others: [ask(t.reschedule, 'schedule'), ...hiding, ...(updateIt ? [publishNow] : [])],
    },
    published: {
      main: hasChanges && updateNow,
      others: maySkip ? [end, run(news.unpublish, unpublish)] : [],
    },
    archived: { main: maySkip && run(news.unarchive, unarchive), others: [] },
  };
  const { main, others } = isAwaiting
    ? { main: false as const, others: maySkip && status !== 'draft' ? hiding : [] }
    : mayPublish
      ? actions[status]
      : { main: false as const, others: [] };
  const noteField = (
    <CountedField
      label={t.approvalNote}
      max={APPROVAL_TEXT_MAX}
      rows={3}
      value={note}
      onChange={(event) => setNote(event.currentTarget.value)}
    />
  );
  /** A phone has room only for the main action and for saving. */
  const isFolded = others.length > 0;

  return (
    <FormBar>
      <Group justify="space-between">
        {autosave && (
          <AutosaveText state={isUploading ? { name: 'uploading' } : autosave} isDirty={isDirty} />
        )}
        {!mayPublish && !isAwaiting && <PublishersLine />}
        <Group ms="auto" justify="flex-end">
          {autosave && (
            <Button
              variant={mayPublish ? 'default' : 'filled'}
              disabled={!isDirty || isBusy}
              onClick={() => void onRun()}
              {...(!isDirty && { visibleFrom: 'sm' })}
            >
              {news.save}
            </Button>
          )}
          {others.map(({ label, onClick }) => (
            <Button
              key={label}
              variant="default"
              disabled={isBusy}
              onClick={onClick}
              {...(isFolded && { visibleFrom: 'sm' })}
            >
              {label}
            </Button>
          ))}
          {main && (
            <Button disabled={isBusy} onClick={main.onClick}>
              {main.label}
            </Button>
          )}
          {isFolded && (
            <MoreMenu hiddenFrom="sm" position="top-end" disabled={isBusy}>
              {others.map(({ label, onClick }) => (
                <Menu.Item key={label} onClick={onClick}>
                  {label}
                </Menu.Item>
              ))}
            </MoreMenu>
          )}
        </Group>
        {opened === 'publish' && (
          <PublishModal
            article={article}
            content={content}
            onFix={
              onFix &&
              ((fix) => {
                close();
                onFix(fix);
              })
            }
            onReady={onReady}
            note={asks ? noteField : undefined}
            onPublish={() => {
              close();
              void onRun(publish);
            }}
            onPublishAndNotify={
              !asks &&
              publishAndNotify &&
              (() => {
                close();
                void onRun(publishAndNotify);
              })
            }
            onClose={close}
          />
        )}
        {opened === 'schedule' && (
          <ScheduleModal
            article={article}
            content={content}
            typed={typed}
            onFix={
              onFix &&
              ((fix, moments) => {
                setTyped(moments);
                close();
                onFix(fix);
              })
            }
            onReady={onReady}
            note={asks ? noteField : undefined}
            onSubmit={async ({ visible_from, visible_to }) => {
              let refusal: unknown;
              setTyped({ visible_from, visible_to: visible_to ?? '' });
              await onRun(async (version) => {
                try {
                  await (visible_from
                    ? schedule(version, { visible_from, visible_to })
                    : changeEnd(version, visible_to));
                  setTyped(undefined);
                } catch (error) {
                  if (ARTICLE_ERRORS.some((code) => hasCode(error, code))) throw error;
                  refusal = error;
                }
              });
              if (refusal) throw refusal;
            }}
            onClose={close}
          />
        )}
      </Group>
    </FormBar>
  );
}

/**
 * Actions that change the state of an article. Each throws an {ApiError} if the API rejects it.
 * @param note for those who approve; undefined if nobody has to
 */
function useTransitions(before: NewsPublic, isDirty: boolean, note: string | undefined) {
  const { id, status, visible_from, visible_to, pinned_until, has_changes } = before;
  const { mutateAsync: scheduleIt } = useScheduleArticle();
  const { mutateAsync: publishIt } = usePublishArticle();
  const { mutateAsync: askIt } = useAskForNews();
  const { mutateAsync: unpublishIt } = useUnpublishArticle();
  const { mutateAsync: unarchiveIt } = useUnarchiveArticle();
  const { mutateAsync: pinIt } = usePinArticle();
  const navigate = useNavigate();
  const nextPush = useNextPush(id);
  const zone = usePreferences().data?.body.organization_time_zone;
  const params = { id };

  async function askFor(version: number, plan: NewsPlan): Promise<void> {
    await askIt({ params, body: { version, plan, note: note ?? '' } });
    toastSuccess(t.isAsked);
  }

  async function schedule(version: number, times: { visible_from: string; visible_to?: string | null }) {
    if (note !== undefined) return askFor(version, times);
    await scheduleIt({ params, body: { ...times, version } });
    toastSuccess(t.isScheduled);
  }

  /** Unpublishing drops the times and the pin, so they are set again. */
  async function undo(zone: string): Promise<void> {
    await unpublishIt({ params });
    if (status === 'scheduled' && visible_from) {
      const [from, to] = [visible_from, visible_to].map((time) => time && localTimeOf(time, zone));
      await scheduleIt({ params, body: { visible_from: from ?? '', visible_to: to ?? null } });
    }
    if (pinned_until) await pinIt({ params, body: { until: localTimeOf(pinned_until, zone) } });
    toastSuccess(t.publishingUndone);
  }

  // The version that was scheduled before cannot be scheduled again: undoing would publish another text.
  const canUndo = status === 'draft' || !(has_changes || isDirty);
  const undoAction =
    zone && canUndo ? [{ label: t.undoPublishing, onClick: () => void undo(zone).catch(toastError) }] : [];

  return {
    schedule,
    /** Schedules the current content instead, for the same time. */
    updateScheduled:
      visible_from === null
        ? undefined
        : async (version: number) => {
            const { organization_time_zone } = await readPreferences();
            await schedule(version, { visible_from: localTimeOf(visible_from, organization_time_zone) });
          },
    async publish(version: number) {
      if (note !== undefined) return askFor(version, { visible_from: null });
      await publishIt({ params, body: { version } });
      toastSuccess(
        t.isPublished,
        ...(nextPush ? [{ label: nextPush.label, onClick: () => void navigate(nextPush.path) }] : []),
        ...undoAction,
      );
    },
    /** Publishes, then opens the push about the article; undefined if there was one or while this is not known. */
    publishAndNotify:
      nextPush &&
      (async (version: number) => {
        await publishIt({ params, body: { version } });
        toastSuccess(t.isPublished, ...undoAction);
        await navigate(nextPush.path);
      }),
    async update(version: number) {
      await publishIt({ params, body: { version } });
      toastSuccess(t.isPublished);
    },
    async changeEnd(version: number, visible_to: string | null) {
      await publishIt({ params, body: { visible_to, version, keeps_text: true } });
      toastSuccess(t.isEndChanged);
    },
    async unpublish() {
      await unpublishIt({ params });
      toastSuccess(t.isUnpublished);
    },
    async unarchive() {
      await unarchiveIt({ params });
      toastSuccess(t.isUnarchived);
    },
  };
}

type ShownState = AutosaveState | { name: 'uploading' };

function AutosaveText({ state, isDirty }: { state: ShownState; isDirty: boolean }) {
  const isFailed = state.name === 'failed';
  const Icon = isFailed
    ? IconCloudOff
    : ['saving', 'uploading'].includes(state.name)
      ? IconCloudUp
      : IconCloudCheck;
  return (
    <Group gap={6} component="span" role="status" {...(isFailed && { c: 'var(--warning-ink)', fw: 550 })}>
      <Icon size={17} stroke={1.75} aria-hidden />
      {autosaveText(state, isDirty)}
    </Group>
  );
}

function autosaveText(state: ShownState, isDirty: boolean): string {
  if (state.name === 'uploading') return t.uploading;
  if (state.name === 'failed') {
    if (hasCode(state.error, 'autosave_conflict')) return t.elsewhere;
    return state.error instanceof ApiError && state.error.status === 0
      ? t.keptHere
      : t.notKept(errorText(state.error));
  }
  if (state.name === 'saving' || state.name === 'waiting') return t.saving;
  if (!isDirty) return t.allSaved;
  return state.name === 'saved' ? t.keptAt(formatTime(state.at)) : t.kept;
}

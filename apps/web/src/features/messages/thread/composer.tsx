import type { MessageEntry, MessageThread } from '@agora/contract/features/messages/messages.contract';
import { MESSAGE_BODY_MAX } from '@agora/contract/features/messages/messages.rules';
import { countGraphemes } from '@agora/contract/shared/graphemes';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { CountedField } from '../../../components/counted-field.tsx';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { hasCode } from '../../../platform/errors.ts';
import { when } from '../../../platform/rules.tsx';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useDraft } from '../../../platform/use-draft.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { nameOf } from '../messages.feature.texts.ts';
import { useAddMessageNote, useRefreshMessages, useReplyToMessage } from '../messages.queries.ts';
import classes from './messages.thread.module.css';
import { t } from './messages.thread.texts.ts';
import { EntryList } from './thread-entries.tsx';

const TemplatePicker = lazy(() => import('../reply-templates/template-picker.tsx'));

const MODES = ['reply', 'note'] as const;

interface ComposerProps {
  thread: MessageThread;
  onDone: () => Promise<void>;
}

/**
 * Reply or note of a conversation: two forms, so that a note is never sent as a reply. Folded until it is used,
 * as the conversation needs the room.
 */
export function Composer({ thread, onDone }: ComposerProps) {
  const [mode, setMode] = useState<(typeof MODES)[number]>('reply');
  const [isUsed, setUsed] = useState(false);
  const root = useRef<HTMLElement>(null);
  const isAsked = useRef(false);
  const refusal = !thread.sender ? t.senderGone : thread.status === 'spam' ? t.spamNoReply : undefined;

  const focusField = () => root.current?.querySelector('textarea')?.focus();
  useEffect(() => {
    if (isAsked.current) focusField();
    isAsked.current = false;
  }, [mode]);

  return (
    <Box
      component="section"
      ref={root}
      className={classes.composer ?? ''}
      aria-label={t.modes}
      data-folded={!isUsed || undefined}
      onFocus={() => setUsed(true)}
      style={{ borderTop: '1px solid var(--line)' }}
      {...(mode === 'note' && { bg: 'var(--warning-wash)' })}
    >
      <Group gap={4} px="md" pt="xs">
        {MODES.map((name) => (
          <Button
            key={name}
            size="compact-sm"
            {...(name === mode
              ? { variant: 'default' }
              : { variant: 'subtle', color: 'gray', c: mode === 'note' ? 'var(--warning-ink)' : 'dimmed' })}
            aria-pressed={name === mode}
            {...(name === 'reply' && { 'data-shortcut': 'r' })}
            onClick={() => {
              isAsked.current = name !== mode;
              setMode(name);
              focusField();
            }}
          >
            {t[name]}
          </Button>
        ))}
      </Group>
      {mode === 'note' ? (
        <NoteForm id={thread.id} />
      ) : refusal ? (
        <Text c="dimmed" px="md" pt="sm" pb="md">
          {refusal}
        </Text>
      ) : (
        <ReplyForm thread={thread} onDone={onDone} />
      )}
    </Box>
  );
}

const bodyRule = (value: string) =>
  when(value.trim() === '', () => t.empty) ??
  when(countGraphemes(value.trim()) > MESSAGE_BODY_MAX, () => t.tooLong);

/** Ctrl+Enter sends; Escape leaves the field, so that single keys are shortcuts again. */
const keys = (submit: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    submit();
  }
  if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
};

const EMPTY = { body: '' };

/** The conversation stays in sight above a long text. */
const FIELD = { input: { maxHeight: '32dvh' } };

const Shortcut = () => (
  <Text span c="dimmed" fz="0.75rem" ms="auto" visibleFrom="md">
    {t.shortcut}
  </Text>
);

function ReplyForm({ thread, onDone }: ComposerProps) {
  const { id, entries, sender } = thread;
  const me = useCurrentUser();
  const navigate = useNavigate();
  const refresh = useRefreshMessages();
  const { mutateAsync: reply } = useReplyToMessage();
  const last = entries.at(-1)?.id ?? '';
  /** The last entry that was there when the text was begun: later ones are told before it leaves. */
  const [base, setBase] = useState(last);
  const [isPicking, setPicking] = useState(false);
  const news = useRef<HTMLDivElement>(null);
  const form = useForm({ initialValues: EMPTY, validate: { body: bodyRule } });
  const draft = useDraft(`${me.id}:messages/${id}/reply`, form, {
    base,
    onRestore: setBase,
  });
  if (!form.isDirty() && base !== last) setBase(last);
  const missed = entriesAfter(entries, base).filter(({ author }) => author?.id !== me.id);

  async function tellNews(): Promise<void> {
    await refresh();
    news.current?.focus();
  }

  const closes = useRef(false);
  const { isBusy, submit, onSubmit } = useSubmit(
    form,
    async ({ body }) => {
      const close = closes.current;
      closes.current = false;
      const last_entry_id = missed.length > 0 ? base : last;
      await reply({ params: { id }, body: { body, last_entry_id, close } });
      draft.forget();
      form.reset();
      toastSuccess(t.replySent, { label: t.see, onClick: () => void navigate(`/messages/${id}?tab=all`) });
      await onDone();
    },
    (error) => {
      if (hasCode(error, 'thread_advanced')) void tellNews();
      else toastError(error);
    },
  );

  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="0.625rem" px="md" pt="xs" pb="0.875rem">
        {missed.length > 0 && (
          <Stack
            ref={news}
            tabIndex={-1}
            role="alert"
            gap="xs"
            align="flex-start"
            p="sm"
            mah="28dvh"
            bg="var(--warning-wash)"
            bd="1px solid var(--warning-ink)"
            bdrs="md"
            style={{ overflowY: 'auto' }}
          >
            <strong>{t.newsTitle(missed.length)}</strong>
            <p>{t.newsText}</p>
            <EntryList entries={missed} />
            <Button
              size="compact-sm"
              variant="default"
              onClick={(event) => {
                setBase(last);
                event.currentTarget.form?.querySelector('textarea')?.focus();
              }}
            >
              {t.newsSeen}
            </Button>
          </Stack>
        )}
        <DraftNotice draft={draft} />
        <CountedField
          label={t.replyTo(nameOf(sender))}
          placeholder={t.replyPlaceholder}
          dir="auto"
          max={MESSAGE_BODY_MAX}
          rows={3}
          styles={FIELD}
          {...form.getInputProps('body')}
          value={form.values.body}
          onKeyDown={(event) => {
            keys(submit)(event);
            if (event.key !== '/' || form.values.body !== '') return;
            event.preventDefault();
            setPicking(true);
          }}
        />
        <Group data-tools>
          <Button type="submit" loading={isBusy}>
            {t.send}
          </Button>
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => {
              closes.current = true;
              submit();
            }}
          >
            {t.sendAndClose}
          </Button>
          <Button
            variant="subtle"
            leftSection={<IconTemplate size={17} aria-hidden />}
            data-shortcut="t"
            onClick={() => setPicking(true)}
          >
            {t.insertTemplate}
          </Button>
          <Shortcut />
        </Group>
        <Suspense>
          {isPicking && (
            <TemplatePicker
              threadId={id}
              onPick={(text) =>
                form.setFieldValue('body', (before) => [before, text].filter(Boolean).join('\n\n'))
              }
              onClose={() => setPicking(false)}
            />
          )}
        </Suspense>
      </Stack>
    </form>
  );
}

/** Entries after a given one. */
const entriesAfter = (entries: readonly MessageEntry[], id: string) =>
  entries.slice(entries.findIndex((entry) => entry.id === id) + 1);

function NoteForm({ id }: { id: string }) {
  const me = useCurrentUser();
  const refresh = useRefreshMessages();
  const { mutateAsync: addNote } = useAddMessageNote();
  const form = useForm({ initialValues: EMPTY, validate: { body: bodyRule } });
  const draft = useDraft(`${me.id}:messages/${id}/note`, form);
  const { isBusy, submit, onSubmit } = useSubmit(form, async ({ body }) => {
    await addNote({ params: { id }, body: { body } });
    draft.forget();
    form.reset();
    toastSuccess(t.noteAdded);
    await refresh();
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="0.625rem" px="md" pt="xs" pb="0.875rem">
        <DraftNotice draft={draft} />
        <CountedField
          label={t.noteLabel}
          placeholder={t.notePlaceholder}
          dir="auto"
          max={MESSAGE_BODY_MAX}
          rows={3}
          styles={FIELD}
          {...form.getInputProps('body')}
          value={form.values.body}
          onKeyDown={keys(submit)}
        />
        <Group data-tools>
          <Button type="submit" color="var(--warning-ink)" c="var(--surface)" loading={isBusy}>
            {t.addNote}
          </Button>
          <Shortcut />
        </Group>
      </Stack>
    </form>
  );
}

import { MESSAGE_IMAGES_MAX } from '@agora/contract/features/media/media.rules';
import type { MessageImage } from '@agora/contract/features/messages/messages.images.contract';
import { MESSAGE_BODY_MAX, UNDO_SECONDS } from '@agora/contract/features/messages/messages.rules';
import type {
  MessageEntry,
  MessageThread,
  PendingReply,
} from '@agora/contract/features/messages/messages.schema';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { CountedField } from '../../../components/counted-field.tsx';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { hasCode } from '../../../platform/api-error.ts';
import { formatMoment } from '../../../platform/dates.ts';
import { when } from '../../../platform/rules.tsx';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useDraft } from '../../../platform/use-draft.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { OthersHerePanel } from '../../presence/others-here-panel.tsx';
import { t as later } from '../later/messages.later.texts.ts';
import { offerUndo, threadHref, useTakeBack, useTakenBack } from '../later/messages.take-back.queries.ts';
import { SendLaterMenu } from '../later/send-later-menu.tsx';
import { useRefreshMessages, useReplyToMessage } from '../messages.queries.ts';
import { senderName } from '../messages.texts.ts';
import { TemplatePicker } from '../reply-templates/template-picker-panel.tsx';
import { appendTemplate, bodyRule, composerKeys, EMPTY, FIELD_STYLES, Shortcut } from './composer-parts.tsx';
import classes from './messages.thread.module.css';
import { t } from './messages.thread.texts.ts';
import { NoteForm } from './note-form.tsx';
import { AddImages, ReplyImages, useReplyImages } from './reply-images.tsx';
import { EntryList } from './thread-entries.tsx';

const MODES = ['reply', 'note'] as const;
const KEYS = { reply: 'r', note: 'n' } as const;

interface ComposerProps {
  thread: MessageThread;
  onDone: () => Promise<void>;
}

/**
 * Reply or note of a conversation: two forms, so that a note is never sent as a reply. Collapsed until it is used, to
 * leave room for the conversation.
 */
export function Composer({ thread, onDone }: ComposerProps) {
  const [mode, setMode] = useState<(typeof MODES)[number]>('reply');
  const [isUsed, setUsed] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const root = useRef<HTMLElement>(null);
  const shouldFocus = useRef(false);
  const noReplyReason = !thread.sender ? t.senderGone : thread.status === 'spam' ? t.spamNoReply : undefined;

  const focusField = () => root.current?.querySelector('textarea')?.focus();
  useEffect(() => {
    if (shouldFocus.current) focusField();
    shouldFocus.current = false;
  }, [mode]);

  return (
    <Box
      component="section"
      ref={root}
      className={classes.composer ?? ''}
      aria-label={t.modes}
      data-folded={!isUsed || undefined}
      // Not for a button, which would move away from the pointer that presses it.
      onFocus={({ target }) => target instanceof HTMLTextAreaElement && setUsed(true)}
      style={{ borderTop: '1px solid var(--line)' }}
      {...(mode === 'note' && { bg: 'var(--warning-wash)' })}
    >
      <Group gap={4} px="md" pt="xs" wrap="nowrap" data-modes>
        {MODES.map((name) => (
          <Button
            key={name}
            size="compact-sm"
            flex="none"
            {...(name === mode
              ? { variant: 'default' }
              : { variant: 'subtle', color: 'gray', c: mode === 'note' ? 'var(--warning-ink)' : 'dimmed' })}
            aria-pressed={name === mode}
            data-shortcut={KEYS[name]}
            title={t.key(KEYS[name])}
            onClick={() => {
              shouldFocus.current = name !== mode;
              setMode(name);
              focusField();
            }}
          >
            {t[name]}
          </Button>
        ))}
        <Box ms="auto" miw={0}>
          <OthersHerePanel entity="message" id={thread.id} doing={isWriting ? 'replying' : 'reading'} />
        </Box>
      </Group>
      {mode === 'note' ? (
        <NoteForm id={thread.id} />
      ) : noReplyReason ? (
        <Text c="dimmed" px="md" pt="sm" pb="md">
          {noReplyReason}
        </Text>
      ) : (
        <ReplyForm
          thread={thread}
          onDone={onDone} // After the heading of a conversation that opens.
          onTakenBack={() => requestAnimationFrame(focusField)}
          onWriting={setWriting}
        />
      )}
    </Box>
  );
}

/** Who else has the conversation open, instead of the composer, for those who may only read. */
export const Reader = ({ id }: { id: string }) => (
  <Box px="md">
    <OthersHerePanel entity="message" id={id} doing="reading" />
  </Box>
);

/** The API requires a text beside pictures. */
const replyRule = (body: string, { images }: typeof EMPTY_REPLY) =>
  when(body.trim() === '' && images.length > 0, () => t.onlyImages) ?? bodyRule(body);

const EMPTY_REPLY = { ...EMPTY, images: [] as MessageImage[] };

interface ReplyFormProps extends ComposerProps {
  /** Called when a text was taken back into the form. */
  onTakenBack: () => void;
  /** Called when the form gets a text, and when it no longer has one. */
  onWriting: (isWriting: boolean) => void;
}

function ReplyForm({ thread, onDone, onTakenBack, onWriting }: ReplyFormProps) {
  const { id, entries, sender, pending_replies } = thread;
  const me = useCurrentUser();
  const navigate = useNavigate();
  const refresh = useRefreshMessages();
  const { mutateAsync: reply } = useReplyToMessage();
  const last = entries.at(-1)?.id ?? '';
  /** The last entry when the text was started: later ones are shown before it is sent. */
  const [base, setBase] = useState(last);
  /** Replies that were pending when the text was started, or have been read since. */
  const pendingIds = pending_replies.map(({ id }) => id);
  const [seen, setSeen] = useState<readonly string[]>(pendingIds);
  const [isPicking, setPicking] = useState(false);
  const missedRef = useRef<HTMLDivElement>(null);
  const form = useForm({ initialValues: EMPTY_REPLY, validate: { body: replyRule } });
  const { images } = form.values;
  const [isUploading, addImages] = useReplyImages(images, (image) =>
    form.setFieldValue('images', (own) => [...own, image]),
  );
  const draft = useDraft(`${me.id}:messages/${id}/reply`, form, {
    base,
    onRestore: setBase,
  });
  const isWriting = form.isDirty();
  const reportWriting = useEffectEvent(onWriting);
  useEffect(() => {
    reportWriting(isWriting);
    return () => reportWriting(false);
  }, [isWriting]);
  if (!isWriting && base !== last) setBase(last);
  if (!isWriting && seen.join() !== pendingIds.join()) setSeen(pendingIds);
  const takeBack = useTakeBack();
  useTakenBack(({ body, images, author }) => {
    form.setFieldValue('body', (own) => appendTemplate(body, own));
    // Only the account that uploaded a picture can send it.
    if (author?.id === me.id)
      form.setFieldValue('images', (own) => [...images, ...own].slice(0, MESSAGE_IMAGES_MAX));
    onTakenBack();
  });

  /** Shows the entries that arrived during writing; without any, the reason why the reply was refused. */
  async function showMissed(error: unknown): Promise<void> {
    await refresh();
    // A query notifies its components in a later task.
    await new Promise((resolve) => setTimeout(resolve));
    if (missedRef.current) missedRef.current.focus();
    else toastError(error);
  }

  const sendReply =
    ({ close }: { close: boolean }) =>
    async ({ body, images }: typeof EMPTY_REPLY) => {
      const last_entry_id = missed.length > 0 ? base : last;
      const at = sendAt.current;
      const time = at ? { send_at: at.toISOString() } : { undo_seconds: UNDO_SECONDS };
      const sent = {
        body,
        images: images.map((image) => image.id),
        last_entry_id,
        close,
        seen_replies: [...seen],
        ...time,
      };
      const answer = await reply({ params: { id }, body: sent });
      draft.forget();
      form.reset();
      await onDone().finally(() => announce(answer.body.pending_replies, close, at));
    };

  /** Tells when the reply is sent, and offers to take it back. */
  function announce(pending: readonly PendingReply[], close: boolean, at: Date | undefined): void {
    const mine = pending.find((each) => !pendingIds.includes(each.id) && each.author?.id === me.id);
    const isOpen = window.location.pathname === `/messages/${id}`;
    const see = isOpen ? undefined : { label: t.see, onClick: () => void navigate(threadHref(id)) };
    if (at) {
      toastSuccess(later.sendsAt(formatMoment(at)), see);
      return;
    }
    const undo = () => mine && void takeBack(id, mine);
    offerUndo(undo, see, close);
  }

  function showError(error: unknown): void {
    if (hasCode(error, 'thread_advanced')) void showMissed(error);
    else toastError(error);
  }

  /** Undefined to send now. */
  const sendAt = useRef<Date>(undefined);
  const sending = useSubmit(form, sendReply({ close: false }), showError);
  const closing = useSubmit(form, sendReply({ close: true }), showError);
  const isBusy = sending.isBusy || closing.isBusy;
  const imminent = pending_replies.filter(isImminent).map(asEntry);
  const newEntries = [...entriesAfter(entries, base), ...imminent].filter(
    (entry) => !seen.includes(entry.id),
  );
  const ownReplies = newEntries.filter(({ author, kind }) => author?.id === me.id && kind === 'reply');
  /** The text as an entry: while it is being sent, or if the response was lost. */
  const sent = ownReplies.find(({ body }) => body === form.values.body.trim());
  const missed = newEntries.filter(
    (entry) => entry.author?.id !== me.id || (ownReplies.includes(entry) && entry !== sent),
  );
  const isSent = sent !== undefined && !isBusy;
  const clearSent = useEffectEvent(() => {
    draft.forget();
    form.reset();
    toastSuccess(later.sendsSoon);
  });
  useEffect(() => {
    if (isSent) clearSent();
  }, [isSent]);
  const send = (at?: Date) => {
    sendAt.current = at;
    if (!isBusy && !isUploading) sending.submit();
  };
  const sendAndClose = () => {
    sendAt.current = undefined;
    if (!isBusy && !isUploading) closing.submit();
  };

  return (
    <form
      noValidate
      {...(isBusy && { 'data-shortcuts-for': '' })}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="0.625rem" px="md" pt="xs" pb="0.875rem">
        {missed.length > 0 && (
          <Stack
            ref={missedRef}
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
                setSeen(pendingIds);
                event.currentTarget.form?.querySelector('textarea')?.focus();
              }}
            >
              {t.newsSeen}
            </Button>
          </Stack>
        )}
        <DraftNotice draft={draft} />
        <CountedField
          label={t.replyTo(senderName(sender))}
          placeholder={t.replyPlaceholder}
          lang={thread.locale}
          dir="auto"
          max={MESSAGE_BODY_MAX}
          rows={3}
          styles={FIELD_STYLES}
          {...form.getInputProps('body')}
          // An empty field is left for the pictures and templates below, too: it is only required to send.
          onBlur={() => undefined}
          value={form.values.body}
          readOnly={isBusy}
          onPaste={(event) => {
            const files = [...event.clipboardData.files];
            if (files.length === 0) return;
            event.preventDefault();
            void addImages(files);
          }}
          onKeyDown={(event) => {
            composerKeys(() => send(), sendAndClose)(event);
            if (event.key !== '/' || form.values.body !== '') return;
            event.preventDefault();
            setPicking(true);
          }}
        />
        <ReplyImages
          images={images}
          onRemove={(id) => form.setFieldValue('images', (own) => own.filter((image) => image.id !== id))}
        />
        <Group data-tools>
          <Group gap={1} wrap="nowrap">
            <Button
              type="submit"
              title={t.sendKeys}
              loading={sending.isBusy}
              disabled={closing.isBusy || isUploading}
              style={{ borderStartEndRadius: 0, borderEndEndRadius: 0 }}
            >
              {t.send}
            </Button>
            <SendLaterMenu isBusy={isBusy || isUploading} onSend={send} />
          </Group>
          <Button
            variant="default"
            title={t.sendAndCloseKeys}
            loading={closing.isBusy}
            disabled={sending.isBusy || isUploading}
            onClick={sendAndClose}
          >
            {t.sendAndClose}
          </Button>
          <Button
            variant="subtle"
            leftSection={<IconTemplate size={17} aria-hidden />}
            data-shortcut="t"
            onClick={(event) => {
              // The focus returns here, so that the inserted text can be read and sent.
              event.currentTarget.form?.querySelector('textarea')?.focus();
              setPicking(true);
            }}
          >
            {t.insertTemplate}
          </Button>
          <AddImages isBusy={isUploading} onChoose={(files) => void addImages(files)} />
          <Shortcut>{t.sendKeys}</Shortcut>
        </Group>
        {isPicking && sender && (
          <TemplatePicker
            userId={sender.id}
            onPick={(text) => form.setFieldValue('body', (body) => appendTemplate(body, text))}
            onClose={() => setPicking(false)}
          />
        )}
      </Stack>
    </form>
  );
}

/** Milliseconds before its time at which a reply counts as being sent, as in the API. */
const IMMINENT_MS = 60_000;

const isImminent = ({ is_held, send_at }: PendingReply) =>
  !is_held && new Date(send_at).getTime() - Date.now() <= IMMINENT_MS;

/** A reply that is being sent, as the entry that it becomes. */
const asEntry = ({ id, author, body, images, created_at }: PendingReply): MessageEntry => ({
  id,
  kind: 'reply',
  author,
  body,
  images,
  has_mail: false,
  delivery: null,
  bounce_reason: null,
  created_at,
});

/** Entries after a given one. */
const entriesAfter = (entries: readonly MessageEntry[], id: string) =>
  entries.slice(entries.findIndex((entry) => entry.id === id) + 1);

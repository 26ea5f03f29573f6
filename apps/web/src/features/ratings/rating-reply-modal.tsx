import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import {
  MESSAGE_BODY_MAX,
  PENDING_REPLIES_MAX,
  UNDO_SECONDS,
} from '@agora/contract/features/messages/messages.rules';
import type { MessageThread } from '@agora/contract/features/messages/messages.schema';
import type { RatingPublic } from '@agora/contract/features/ratings/ratings.contract';
import { countGraphemes } from '@agora/contract/shared/graphemes';
import { Alert, Button, Group, Paper, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '../../components/dialog.tsx';
import { DraftNotice } from '../../components/draft-notice.tsx';
import { ApiError, type Refusal } from '../../platform/api-error.ts';
import { required, rules, when } from '../../platform/rules.tsx';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useDraft } from '../../platform/use-draft.ts';
import { useForm } from '../../platform/use-form.ts';
import { usePicking } from '../../platform/use-picking.ts';
import { useSubmit } from '../../platform/use-submit.tsx';
import { useCan, useCurrentUser } from '../accounts/accounts.users.queries.ts';
import { offerUndo, useTakeBack } from '../messages/later/messages.take-back.queries.ts';
import { MemberText } from '../messages/member-text-panel.tsx';
import { useRefreshRatings, useReplyToRating } from './ratings.queries.ts';
import { ratedText, t } from './ratings.texts.ts';
import { Stars } from './stars.tsx';

type Missed = NonNullable<Refusal['missed']>;

interface ReplyModalProps {
  rating: RatingPublic;
  /** Put before a draft. */
  text?: string;
  onClose: () => void;
}

/** Replies to a rating without leaving the list. */
export function ReplyModal({ rating, text, onClose }: ReplyModalProps) {
  const me = useCurrentUser();
  const navigate = useNavigate();
  const refresh = useRefreshRatings();
  const { mutateAsync: reply } = useReplyToRating();
  const takeBack = useTakeBack();
  const canTakeBack = useCan('messages.write');
  /** Replies from colleagues that the user must see before sending this one. */
  const [missed, setMissed] = useState<Missed>([]);
  const picking = usePicking();
  const form = useForm({
    initialValues: { body: '' },
    validate: {
      body: picking.unlessPicking(
        rules(
          required(() => t.replyEmpty),
          (value) => when(countGraphemes(value.trim()) > MESSAGE_BODY_MAX, () => t.replyLong),
        ),
      ),
    },
  });
  const draft = useDraft(`${me.id}:ratings/${rating.id}/reply`, form);
  const { isBusy, submit } = useSubmit(
    form,
    async ({ body }) => {
      const { body: thread } = await reply({
        params: { id: rating.id },
        body: {
          body,
          last_entry_id: missed.at(-1)?.id ?? null,
          seen_replies: missed.slice(-PENDING_REPLIES_MAX).map(({ id }) => id),
          undo_seconds: canTakeBack ? UNDO_SECONDS : 0,
        },
      });
      draft.forget();
      form.reset();
      announce(thread);
      onClose();
      await refresh();
    },
    (error) => {
      const missedReplies = error instanceof ApiError ? error.refusal.missed : undefined;
      if (missedReplies) setMissed(missedReplies);
      else toastError(error);
    },
  );
  const addText = useEffectEvent(() => {
    if (text) form.setFieldValue('body', (own) => [text, own].filter(Boolean).join('\n\n'));
  });
  useEffect(() => addText(), []);

  /** Offers to take back the reply, to those who may. */
  function announce(thread: MessageThread): void {
    if (!canTakeBack) return void toastSuccess(t.sent);
    const mine = thread.pending_replies.findLast(({ author }) => author?.id === me.id);
    const undo = () => mine && void takeBack(thread.id, mine);
    offerUndo(undo, {
      label: t.openThread,
      onClick: () => void navigate(`/messages/${thread.id}?tab=all`),
    });
  }
  const name = nameOf(rating.user) ?? '';
  return (
    <Dialog
      title={t.replyTo(name)}
      size="lg"
      // Escape closes only the template picker: the event reaches both dialogs.
      onClose={picking.isPicking ? () => picking.setPicking(false) : onClose}
      onSubmit={submit}
      actions={
        <Button type="submit" loading={isBusy}>
          {t.send}
        </Button>
      }
    >
      <Paper p="sm" radius="md" shadow="none" bg="var(--surface-sunken)" style={{ overflowWrap: 'anywhere' }}>
        <Group gap="0.25rem 0.625rem">
          <Stars score={rating.score} />
          <Text c="dimmed" size="xs" dir="auto">
            {ratedText(rating)}
          </Text>
        </Group>
        {rating.comment && (
          <Text dir="auto" mt={4} style={{ whiteSpace: 'pre-wrap' }}>
            {rating.comment}
          </Text>
        )}
      </Paper>
      {missed.length > 0 && (
        <Alert role="alert" color="yellow">
          <strong>{t.missed}</strong>
          {missed.map(({ id, author, body }) => (
            <p key={id} dir="auto">
              {author} · {body}
            </p>
          ))}
        </Alert>
      )}
      <DraftNotice draft={draft} />
      <p>{t.replyText}</p>
      <MemberText
        label={t.body}
        value={form.values.body}
        input={form.getInputProps('body')}
        onChange={(body) => form.setFieldValue('body', body)}
        picking={picking}
        userId={rating.user?.id ?? ''}
        locale={rating.locale}
        rows={5}
        isFirst
        isBusy={isBusy}
      />
    </Dialog>
  );
}

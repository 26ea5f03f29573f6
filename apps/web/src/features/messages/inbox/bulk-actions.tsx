import { BULK_REPLIES_MAX, MESSAGE_CATEGORIES } from '@agora/contract/features/messages/messages.rules';
import type { MessageBulk } from '@agora/contract/features/messages/messages.schema';
import { Button } from '@mantine/core';
import { MenuButton } from '../../../components/menu-button.tsx';
import { useBusy } from '../../../platform/use-busy.ts';
import { categoryText, t } from '../messages.texts.ts';
import { useAssignees } from './assignees.ts';

export type BulkChange = Pick<MessageBulk, 'action'> & Partial<Pick<MessageBulk, 'assignee_id' | 'category'>>;

interface BulkActionsProps {
  isSpam: boolean;
  onRun: (change: BulkChange) => Promise<void>;
  /** Undefined if there are too many conversations to reply to. */
  onReply: (() => void) | undefined;
}

/** Actions on several conversations. */
export function BulkActions({ isSpam, onRun, onReply }: BulkActionsProps) {
  const [isBusy, run] = useBusy(onRun);
  const assignees = useAssignees();
  const button = (action: MessageBulk['action'], text: string) => (
    <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => void run({ action })}>
      {text}
    </Button>
  );
  if (isSpam) return button('not_spam', t.notSpam);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        disabled={isBusy || !onReply}
        title={onReply ? undefined : t.tooManyReplies(BULK_REPLIES_MAX)}
        onClick={onReply}
      >
        {t.replyToEach}
      </Button>
      {button('close', t.close)}
      <MenuButton
        label={t.assign}
        options={assignees}
        onChoose={(id) => void run({ action: 'assign', assignee_id: id || null })}
      />
      <MenuButton
        label={t.classify}
        options={MESSAGE_CATEGORIES.map((value) => ({ value, label: categoryText(value) }))}
        onChoose={(category) => void run({ action: 'categorize', category })}
      />
      {button('spam', t.markSpam)}
    </>
  );
}

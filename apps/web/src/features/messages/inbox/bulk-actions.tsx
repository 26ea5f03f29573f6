import { BULK_REPLIES_MAX, MESSAGE_CATEGORIES } from '@agora/contract/features/messages/messages.rules';
import type { MessageBulk } from '@agora/contract/features/messages/messages.schema';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { MenuButton } from '../../../components/menu-button.tsx';
import { useBusy } from '../../../platform/use-busy.ts';
import { t as later } from '../later/messages.later.texts.ts';
import { SnoozeMenu } from '../later/snooze-menu.tsx';
import { categoryText, t } from '../messages.texts.ts';
import { useAssignees } from './assignees.ts';

export type BulkChange = Pick<MessageBulk, 'action'> &
  Partial<Pick<MessageBulk, 'assignee_id' | 'category' | 'until' | 'kind'>>;

interface BulkActionsProps {
  isSpam: boolean;
  areSnoozed: boolean;
  onRun: (change: BulkChange) => Promise<void>;
  /** Undefined if there are too many conversations to reply to. */
  onReply: (() => void) | undefined;
}

/** Actions on several conversations. */
export function BulkActions({ isSpam, areSnoozed, onRun, onReply }: BulkActionsProps) {
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
        aria-label={t.replyToEach}
        title={onReply ? t.replyToEach : t.tooManyReplies(BULK_REPLIES_MAX)}
        onClick={onReply}
      >
        {t.reply}
      </Button>
      {button('close', t.close)}
      {areSnoozed && button('wake', later.wake)}
      <SnoozeMenu isBusy={isBusy} onSnooze={(snooze) => run({ action: 'snooze', ...snooze })} />
      <MenuButton
        label={t.assign}
        options={assignees}
        onChoose={(id) => void run({ action: 'assign', assignee_id: id || null })}
      />
      <Menu position="top-end">
        <Menu.Target>
          <ActionIcon variant="default" size={26} aria-label={t.moreBulkActions} title={t.moreBulkActions}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t.classify}</Menu.Label>
          {MESSAGE_CATEGORIES.map((category) => (
            <Menu.Item key={category} onClick={() => void run({ action: 'categorize', category })}>
              {categoryText(category)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => void run({ action: 'spam' })}>{t.markSpam}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

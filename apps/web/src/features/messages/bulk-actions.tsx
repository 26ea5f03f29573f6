import type { MessageBulk } from '@agora/contract/features/messages/messages.contract';
import { Button } from '@mantine/core';
import { MenuButton } from '../../components/menu-button.tsx';
import { useBusy } from '../../platform/use-busy.ts';
import { useAssignees } from './assignees.ts';
import { CATEGORIES } from './message-filters.tsx';
import { categoryText, t } from './messages.texts.ts';

type BulkChange = Pick<MessageBulk, 'action'> & Partial<Pick<MessageBulk, 'assignee_id' | 'category'>>;

interface BulkActionsProps {
  isSpam: boolean;
  onRun: (change: BulkChange) => Promise<void>;
}

/** What can be done to several conversations at once. */
export default function BulkActions({ isSpam, onRun }: BulkActionsProps) {
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
      {button('close', t.close)}
      <MenuButton
        label={t.assign}
        options={assignees}
        onChoose={(id) => void run({ action: 'assign', assignee_id: id || null })}
      />
      <MenuButton
        label={t.classify}
        options={CATEGORIES.map((value) => ({ value, label: categoryText(value) }))}
        onChoose={(category) => void run({ action: 'categorize', category })}
      />
      {button('spam', t.markSpam)}
    </>
  );
}

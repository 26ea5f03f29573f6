import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { Progress } from '@mantine/core';
import { Chip } from '../../components/chip.tsx';
import { approvalChip } from '../approvals/approval-panel.tsx';
import { currentStatusText, finishedCount, isAwaiting, unreachedCount } from './broadcast-text.ts';
import { t } from './broadcasts.texts.ts';

const TONES = {
  draft: 'neutral',
  scheduled: 'neutral',
  sending: 'good',
  paused: 'bad',
  sent: 'good',
  missed: 'bad',
  cancelled: 'neutral',
} as const;

export function StatusChip({ broadcast }: { broadcast: BroadcastPublic }) {
  const { status, approval } = broadcast;
  const isPending = status === 'draft' || (status === 'missed' && isAwaiting(broadcast));
  const chip = isPending && approvalChip(approval);
  return chip || <Chip tone={TONES[status]}>{currentStatusText(broadcast)}</Chip>;
}

/** Progress of a broadcast; of a stopped one, the devices that got it. */
export function ProgressBar({ broadcast }: { broadcast: BroadcastPublic }) {
  const { status, targeted, sent } = broadcast;
  const done = finishedCount(broadcast);
  const isStopped = status === 'cancelled';
  const whole = targeted || 1;
  return (
    <Progress.Root
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={whole}
      aria-valuenow={isStopped ? sent : done}
      aria-valuetext={isStopped ? t.accepted(sent, whole) : t.progressOf(done, whole)}
      aria-label={t.list}
    >
      <Progress.Section withAria={false} value={(sent / whole) * 100} color="var(--accent)" />
      <Progress.Section
        withAria={false}
        value={(unreachedCount(broadcast) / whole) * 100}
        color="var(--danger-ink)"
      />
    </Progress.Root>
  );
}

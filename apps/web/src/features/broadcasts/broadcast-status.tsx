import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { Progress } from '@mantine/core';
import { Chip } from '../../components/chip.tsx';
import { currentStatusText, finishedCount } from './broadcast-text.ts';
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

export const StatusChip = ({ broadcast }: { broadcast: BroadcastPublic }) => (
  <Chip tone={TONES[broadcast.status]}>{currentStatusText(broadcast)}</Chip>
);

/** Progress of a broadcast. */
export function ProgressBar({ broadcast }: { broadcast: BroadcastPublic }) {
  const { targeted, sent } = broadcast;
  const done = finishedCount(broadcast);
  const whole = targeted || 1;
  return (
    <Progress.Root
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={whole}
      aria-valuenow={done}
      aria-valuetext={t.progressOf(done, whole)}
      aria-label={t.list}
    >
      <Progress.Section withAria={false} value={(sent / whole) * 100} color="var(--accent)" />
      <Progress.Section withAria={false} value={((done - sent) / whole) * 100} color="var(--danger-ink)" />
    </Progress.Root>
  );
}

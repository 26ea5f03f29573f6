import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber, formatShare } from '../../../platform/i18n.ts';
import { ProgressBar } from '../broadcast-status.tsx';
import {
  currentStatusText,
  durationText,
  finishedCount,
  remainingCount,
  unreachedCount,
} from '../broadcast-text.ts';
import { isSending, useBroadcastStats } from '../broadcasts.queries.ts';
import { t as broadcasts, categoryText } from '../broadcasts.texts.ts';
import { t } from './broadcasts.results.texts.ts';

interface ProgressPanelProps {
  broadcast: BroadcastPublic;
  /** Time of the last fetch, in milliseconds. */
  updatedAt: number;
}

/** Delivered, failed and remaining devices, and the time left. */
export function ProgressPanel({ broadcast, updatedAt }: ProgressPanelProps) {
  const { id, targeted, sent, reached, opened, cancelled, status, waits_until, started_at, finished_at } =
    broadcast;
  const category = useBroadcastStats(id).data?.body.category;
  /** Average of the other broadcasts of the category, if there are any. */
  const average = sent > 0 && category?.broadcasts ? category : undefined;
  const averageOf = (part: number, whole: number) =>
    average ? t.average(categoryText(broadcast.category), formatShare(part, whole)) : undefined;
  const done = finishedCount(broadcast);
  const [first] = useState({ at: updatedAt, done });
  const isLive = isSending(broadcast);
  if (targeted === null)
    return (
      <Panel title={t.progress}>
        <p>{t.picking}</p>
      </Panel>
    );
  const left = remainingCount(broadcast);
  const isOver = left === 0 && !isLive;
  const isStopped = status === 'cancelled';
  const rate = (done - first.done) / Math.max(1, (updatedAt - first.at) / 1000);
  const pace =
    status === 'sending' && !waits_until && rate > 0
      ? `${t.rate(Math.round(rate) || 1)} · ${t.eta(durationText((left / rate) * 1000))}`
      : '';
  const took = started_at && finished_at ? Date.parse(finished_at) - Date.parse(started_at) : undefined;
  return (
    <Panel
      title={isOver ? t.result : t.progress}
      text={isLive ? pace || '\u00a0' : took !== undefined && t.took(durationText(took))}
      aside={
        isStopped ? (
          <Text fw={600} className="number" span>
            {isLive ? broadcasts.accepted(sent, targeted) : currentStatusText(broadcast)}
          </Text>
        ) : (
          !isOver && (
            <Text fz="h1" fw={650} className="number" span>
              {formatShare(done, targeted)}
            </Text>
          )
        )
      }
    >
      <ProgressBar broadcast={broadcast} />
      <SimpleGrid minColWidth="7rem" autoFlow="auto-fit" mt="lg" component="dl">
        <Figure
          label={t.accepted}
          value={sent}
          note={t.ofDevices(formatShare(sent, targeted), targeted)}
          hint={t.acceptedHint}
          average={averageOf(average?.sent ?? 0, average?.targeted ?? 0)}
        />
        <Figure
          label={t.opened}
          value={opened}
          note={reached ? t.ofReached(formatShare(opened, reached)) : t.openedHint}
          average={averageOf(average?.opened ?? 0, average?.reached ?? 0)}
        />
        <Figure
          label={t.notReached}
          value={unreachedCount(broadcast)}
          note={formatShare(unreachedCount(broadcast), targeted)}
        />
        {cancelled > 0 && (
          <Figure label={t.stopped} value={cancelled} note={formatShare(cancelled, targeted)} />
        )}
        {left > 0 && <Figure label={t.remaining} value={left} note={formatShare(left, targeted)} />}
      </SimpleGrid>
      {average && (
        <Text c="dimmed" size="xs" mt="md">
          {t.averageText(average.broadcasts)}
        </Text>
      )}
    </Panel>
  );
}

interface FigureProps {
  label: string;
  value: number;
  note: string;
  hint?: string;
  /** Average of its category. */
  average?: string | undefined;
}

const Figure = ({ label, value, note, hint, average }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <Text fz="h1" fw={650} className="number" component="dd">
      {formatNumber(value)}
    </Text>
    <Text c="dimmed" size="xs" component="dd">
      {note}
    </Text>
    {average && (
      <Text size="xs" component="dd">
        {average}
      </Text>
    )}
    {hint && (
      <Text c="dimmed" size="xs" component="dd">
        {hint}
      </Text>
    )}
  </div>
);

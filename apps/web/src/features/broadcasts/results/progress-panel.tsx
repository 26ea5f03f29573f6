import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.contract';
import { useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber, formatShare } from '../../../platform/i18n.ts';
import { ProgressBar } from '../broadcast-status.tsx';
import { doneOf, leftOf, missedOf, spanWords } from '../broadcast-words.ts';
import { isAtWork } from '../broadcasts.queries.ts';
import { formatProgress } from '../broadcasts.texts.ts';
import classes from './broadcasts.results.module.css';
import { t } from './broadcasts.results.texts.ts';

interface ProgressPanelProps {
  broadcast: BroadcastPublic;
  /** When it was last read, in milliseconds. */
  updatedAt: number;
}

/** How many devices have it, how many never will, and how long it takes. */
export function ProgressPanel({ broadcast, updatedAt }: ProgressPanelProps) {
  const { targeted, sent, reached, opened, cancelled, status, waits_until, started_at, finished_at } =
    broadcast;
  const done = doneOf(broadcast);
  const [first] = useState({ at: updatedAt, done });
  const isLive = isAtWork(broadcast);
  if (targeted === null)
    return (
      <Panel title={t.progress}>
        <p>{t.picking}</p>
      </Panel>
    );
  const left = leftOf(broadcast);
  const rate = (done - first.done) / Math.max(1, (updatedAt - first.at) / 1000);
  const pace =
    status === 'sending' && !waits_until && rate > 0
      ? `${t.rate(Math.round(rate) || 1)} · ${t.eta(spanWords((left / rate) * 1000))}`
      : '';
  const took = started_at && finished_at ? Date.parse(finished_at) - Date.parse(started_at) : undefined;
  return (
    <Panel
      title={left > 0 || isLive ? t.progress : t.result}
      text={isLive ? pace || '\u00a0' : took !== undefined && t.took(spanWords(took))}
      aside={<span className={classes.share}>{formatProgress(done, targeted)}</span>}
    >
      <ProgressBar broadcast={broadcast} />
      <dl className={classes.figures}>
        <Figure label={t.accepted} value={sent} note={t.ofDevices(targeted)} hint={t.acceptedHint} />
        <Figure
          label={t.opened}
          value={opened}
          note={reached ? t.ofReached(formatShare(opened, reached)) : t.openedHint}
        />
        <Figure
          label={t.notReached}
          value={missedOf(broadcast)}
          note={formatShare(missedOf(broadcast), targeted)}
        />
        {cancelled > 0 && (
          <Figure label={t.stopped} value={cancelled} note={formatShare(cancelled, targeted)} />
        )}
        {left > 0 && <Figure label={t.remaining} value={left} note={formatShare(left, targeted)} />}
      </dl>
    </Panel>
  );
}

interface FigureProps {
  label: string;
  value: number;
  note: string;
  hint?: string;
}

const Figure = ({ label, value, note, hint }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd className={classes.value}>{formatNumber(value)}</dd>
    <dd className={classes.soft}>{note}</dd>
    {hint && <dd className={classes.soft}>{hint}</dd>}
  </div>
);

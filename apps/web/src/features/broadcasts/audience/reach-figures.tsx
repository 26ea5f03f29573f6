import type {
  AudiencePreview,
  AudiencePreviewRequest,
} from '@agora/contract/features/broadcasts/broadcasts.contract';
import { Skeleton } from '@mantine/core';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { formatNumber, LOCALES } from '../../../platform/i18n.ts';
import { nameOf, PLATFORMS, platformName } from '../broadcast-words.ts';
import { useAudience } from '../broadcasts.queries.ts';
import { t as broadcast } from '../broadcasts.texts.ts';
import { type BroadcastValues, fieldsOf, reachOf } from '../compose/broadcast-values.ts';
import classes from '../compose/broadcasts.compose.module.css';
import { broadcastRules } from '../compose/broadcasts.compose.rules.ts';
import { t } from '../compose/broadcasts.compose.texts.ts';
import { useSettled } from '../compose/search-picker.tsx';

/** Milliseconds after the last change until it is counted again. */
const DELAY = 350;
const REASONS = ['no_device', 'opted_out', 'unreachable', 'missing_locale'] as const;
const CONDITIONS = ['version_gte', 'version_lt', 'seen_max', 'seen_min'] as const;

/** How many devices what is written reaches now, and why not others. */
export function ReachFigures({ values }: { values: BroadcastValues }) {
  const isSound = CONDITIONS.every((name) => !broadcastRules[name](values[name]));
  const asked = JSON.stringify(isSound ? reachOf(fieldsOf(values)) : undefined);
  const settled = useSettled(asked, DELAY);
  const request = settled === undefined ? undefined : (JSON.parse(settled) as AudiencePreviewRequest);
  const { data, error, isFetching, refetch } = useAudience(request);
  if (asked === undefined)
    return (
      <section className={classes.reach} aria-label={t.reach}>
        <p className={classes.soft}>{t.reachNobodyYet}</p>
      </section>
    );
  return (
    <section
      className={classes.reach}
      aria-label={t.reach}
      aria-busy={!data || undefined}
      data-stale={isFetching || settled !== asked || undefined}
    >
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && <Figures audience={data} />}
    </section>
  );
}

function Figures({ audience }: { audience: AudiencePreview }) {
  const { members, devices, by_platform, by_locale, excluded, recently_notified, sample } = audience;
  const left = REASONS.filter((reason) => excluded[reason] > 0);
  return (
    <>
      <p className={classes.count} role="status">
        {t.devicesOf(devices, members)}
      </p>
      {devices > 0 && (
        <div className={classes.splits}>
          <Split
            label={t.byPlatform}
            parts={PLATFORMS.map((name) => [platformName(name), by_platform[name]])}
          />
          <Split label={t.byLanguage} parts={LOCALES.map((name) => [broadcast[name], by_locale[name]])} />
        </div>
      )}
      {recently_notified > 0 && <p className={classes.recent}>{t.recentlyNotified(recently_notified)}</p>}
      {left.length > 0 && (
        <div>
          <h3>{t.notReached}</h3>
          <ul className={classes.reasons}>
            {left.map((reason) => (
              <li key={reason}>
                <strong className="number">{formatNumber(excluded[reason])}</strong> {t[reason]}
              </li>
            ))}
          </ul>
        </div>
      )}
      {sample.length > 0 && (
        <p className={classes.soft} dir="auto">
          {t.sample(sample.slice(0, 4).map(nameOf).join(', '))}
        </p>
      )}
    </>
  );
}

interface SplitProps {
  label: string;
  parts: [name: string, count: number][];
}

const Split = ({ label, parts }: SplitProps) => (
  <div>
    <h3>{label}</h3>
    <dl className={classes.split}>
      {parts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="number">{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  </div>
);

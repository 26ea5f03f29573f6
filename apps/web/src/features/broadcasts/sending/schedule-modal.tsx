import type {
  AudiencePreviewRequest,
  BroadcastPublic,
} from '@agora/contract/features/broadcasts/broadcasts.schema';
import { isLocalTime } from '@agora/contract/shared/civil-date';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { realMoment } from '../../../components/date-rules.ts';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { t as errors } from '../../../platform/api-errors.texts.ts';
import { fieldErrors } from '../../../platform/errors.ts';
import { isWorthRepeating } from '../../../platform/query-client.ts';
import { OrganizationZonePanel } from '../../accounts/organization-zone-panel.tsx';
import { countAudience, useScheduleBroadcast } from '../broadcasts.queries.ts';
import { SEARCH_DELAY } from '../compose/search-picker.tsx';
import { t } from './broadcasts.dispatch.texts.ts';
import { DispatchDialog } from './dispatch-dialog.tsx';
import {
  isOver,
  isSkipped,
  latePolicyOf,
  ScheduleFields,
  type Timing,
  timingWords,
} from './schedule-fields.tsx';
import { useSnapshot } from './use-snapshot.ts';

interface ScheduleModalProps {
  broadcast: BroadcastPublic;
  onClose: () => void;
}

/** Has a push sent at a time, by the organisation's clock. */
export function ScheduleModal(props: ScheduleModalProps) {
  return (
    <OrganizationZonePanel title={t.scheduleTitle} onClose={props.onClose}>
      {(zone) => <Schedule {...props} zone={zone} />}
    </OrganizationZonePanel>
  );
}

function Schedule({ broadcast: latest, zone, onClose }: ScheduleModalProps & { zone: string }) {
  const snapshot = useSnapshot(latest);
  const { broadcast, reach } = snapshot;
  const [timing, setTiming] = useState<Timing>({ mode: 'at', local: '', zone, offset: '', late: 'skip' });
  const [isTimeLeft, setTimeLeft] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const { mutateAsync: schedule } = useScheduleBroadcast();

  const problem = timeProblem(timing);
  const then = useAudienceAt(reach, problem ? undefined : timing);
  const offsets = offsetsIn(refusal);
  const refused = refusedTime(refusal, offsets, timing);
  const isTimed = !problem && !refused;
  const counted = isTimed ? then.data : undefined;
  return (
    <DispatchDialog
      title={t.scheduleTitle}
      action={t.scheduleDo}
      done={t.scheduled}
      snapshot={snapshot}
      held={broadcast.urgent ? null : counted?.held}
      late={counted?.late}
      when={isTimed ? t.at(timingWords(timing)) : ''}
      isIncomplete={!isTimed || !then.isKnown}
      onDispatch={(confirmed) =>
        schedule({
          params: { id: broadcast.id },
          body: {
            mode: timing.mode,
            local: timing.local,
            time_zone: timing.zone,
            ...(timing.offset && { offset: timing.offset }),
            late_policy: latePolicyOf(timing),
            ...confirmed,
          },
        })
      }
      onRefused={setRefusal}
      onClose={onClose}
    >
      <ScheduleFields
        timing={timing}
        offsets={offsets}
        // A whole time is judged while it is typed: the disabled button needs its reason.
        problem={refused ?? ((isTimeLeft || isLocalTime(timing.local)) && problem)}
        onLeaveTime={() => setTimeLeft(true)}
        onChange={(change) => {
          setTiming({ ...timing, ...change });
          if (change.offset === undefined || change.offset === '') setRefusal(undefined);
        }}
      />
      {then.failure && <LoadFailure error={then.failure} onRetry={then.onRetry} />}
    </DispatchDialog>
  );
}

/** The problem with a time, before the service is asked. */
function timeProblem(timing: Timing): ReactNode {
  const { mode, local, zone } = timing;
  if (!isLocalTime(local)) return local === '' ? errors.missing : realMoment(local, t.time);
  if (mode === 'at' && isSkipped(local, zone)) return errors.time_skipped;
  return isOver(timing) ? errors.time_past : undefined;
}

/** The problem that the service has with a time; of two moments, it is told which one is meant. */
function refusedTime(refusal: unknown, offsets: string[], { offset }: Timing): string | undefined {
  if (offsets.length > 0) return offset === '' ? t.ambiguous : undefined;
  const { local, time_zone } = fieldErrors(refusal);
  return local ?? time_zone;
}

/** Audience at the chosen time, debounced. Errors of the time are shown on submit. */
function useAudienceAt(request: AudiencePreviewRequest | undefined, timing: Timing | undefined) {
  const due = timing && {
    local: timing.local,
    ...(timing.mode === 'at' ? { time_zone: timing.zone } : { late_policy: latePolicyOf(timing) }),
  };
  const wanted = due && JSON.stringify({ ...request, due });
  const [asked] = useDebouncedValue(wanted, SEARCH_DELAY);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['dispatch', asked],
    queryFn: () => countAudience(JSON.parse(asked as string)),
    enabled: asked !== undefined,
    gcTime: 0,
  });
  const failure = isWorthRepeating(error) ? error : null;
  return {
    data,
    failure,
    isKnown: asked === wanted && !isPending && !failure,
    onRetry: () => void refetch(),
  };
}

/** The offsets of the two moments at which a clock shows the time that was refused. */
function offsetsIn(refusal: unknown): string[] {
  const problems =
    refusal instanceof ApiError && Array.isArray(refusal.refusal.detail) ? refusal.refusal.detail : [];
  const found = problems.find(({ type }) => type === 'time_ambiguous');
  return (found?.ctx?.['offsets'] as string[] | undefined) ?? [];
}

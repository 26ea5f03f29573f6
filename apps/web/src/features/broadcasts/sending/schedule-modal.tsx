import type {
  AudiencePreviewRequest,
  BroadcastPublic,
} from '@agora/contract/features/broadcasts/broadcasts.schema';
import { isLocalTime } from '@agora/contract/shared/civil-date';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { validMoment } from '../../../components/date-rules.ts';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { t as errors } from '../../../platform/api-errors.texts.ts';
import { pathErrors } from '../../../platform/errors.ts';
import { isWorthRepeating } from '../../../platform/query-client.ts';
import { OrganizationZonePanel } from '../../accounts/organization-zone-panel.tsx';
import { useApproveBroadcast } from '../../approvals/approvals.queries.ts';
import { countAudience, useScheduleBroadcast } from '../broadcasts.queries.ts';
import { SEARCH_DELAY_MS } from '../compose/search-picker.tsx';
import { t } from './broadcasts.dispatch.texts.ts';
import { DispatchDialog } from './dispatch-dialog.tsx';
import {
  isPastEverywhere,
  isSkipped,
  latePolicyOf,
  ScheduleFields,
  scheduleText,
  type Timing,
} from './schedule-fields.tsx';
import { useSnapshot } from './use-snapshot.ts';

interface ScheduleModalProps {
  broadcast: BroadcastPublic;
  /** True if this approves what a colleague asks for. */
  isDecision?: boolean;
  onClose: () => void;
}

/** Schedules a push in the organisation's time zone. */
export function ScheduleModal(props: ScheduleModalProps) {
  return (
    <OrganizationZonePanel title={t.scheduleTitle} onClose={props.onClose}>
      {(zone) => <Schedule {...props} zone={zone} />}
    </OrganizationZonePanel>
  );
}

function Schedule({
  broadcast: latest,
  isDecision = false,
  zone,
  onClose,
}: ScheduleModalProps & { zone: string }) {
  const snapshot = useSnapshot(latest);
  const { broadcast, request } = snapshot;
  const [timing, setTiming] = useState<Timing>({ mode: 'at', local: '', zone, offset: '', late: 'skip' });
  const [isTimeTouched, setTimeTouched] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const { mutateAsync: schedule } = useScheduleBroadcast();
  const { mutateAsync: approve } = useApproveBroadcast();

  const problem = timeError(timing);
  const preview = useAudienceAt(request, problem ? undefined : timing);
  const offsets = offsetsIn(refusal);
  const rejection = rejectedTimeError(refusal, offsets, timing);
  const isTimeValid = !problem && !rejection;
  const audience = isTimeValid ? preview.data : undefined;
  const params = { id: broadcast.id };
  const plan = {
    mode: timing.mode,
    local: timing.local,
    time_zone: timing.zone,
    ...(timing.offset && { offset: timing.offset }),
    late_policy: latePolicyOf(timing),
  };
  return (
    <DispatchDialog
      title={isDecision ? t.approveTitle : t.scheduleTitle}
      action={isDecision ? t.approveDo : t.scheduleDo}
      isDecision={isDecision}
      plan={plan}
      done={t.scheduled}
      snapshot={snapshot}
      held={broadcast.urgent ? null : audience?.held}
      late={audience?.late}
      when={isTimeValid ? t.at(scheduleText(timing)) : ''}
      isIncomplete={!isTimeValid || !preview.isKnown}
      onDispatch={(confirmed) =>
        isDecision
          ? approve({ params, body: { plan, ...confirmed } })
          : schedule({ params, body: { ...plan, ...confirmed } })
      }
      onError={setRefusal}
      onClose={onClose}
    >
      <ScheduleFields
        timing={timing}
        offsets={offsets}
        // A complete time is validated while typing, to explain the disabled button.
        timeError={rejection ?? ((isTimeTouched || isLocalTime(timing.local)) && problem)}
        onTimeBlur={() => setTimeTouched(true)}
        onChange={(change) => {
          setTiming({ ...timing, ...change });
          if (change.offset === undefined || change.offset === '') setRefusal(undefined);
        }}
      />
      {preview.failure && <LoadFailure error={preview.failure} onRetry={preview.onRetry} />}
    </DispatchDialog>
  );
}

/** Error of a time that is known before the request. */
function timeError(timing: Timing): ReactNode {
  const { mode, local, zone } = timing;
  if (!isLocalTime(local)) return local === '' ? errors.missing : validMoment(local, t.time);
  if (mode === 'at' && isSkipped(local, zone)) return errors.time_skipped;
  return isPastEverywhere(timing) ? errors.time_past : undefined;
}

/** Error of a time in the response; for an ambiguous time, until an offset is chosen. */
function rejectedTimeError(refusal: unknown, offsets: string[], { offset }: Timing): string | undefined {
  if (offsets.length > 0) return offset === '' ? t.ambiguous : undefined;
  const problems = pathErrors(refusal);
  // Nested where it is asked for or approved.
  return ['local', 'time_zone', 'plan.local', 'plan.time_zone'].map((path) => problems[path]).find(Boolean);
}

/** Audience at the chosen time, debounced. Errors of the time are shown on submit. */
function useAudienceAt(request: AudiencePreviewRequest | undefined, timing: Timing | undefined) {
  const due = timing && {
    local: timing.local,
    ...(timing.mode === 'at' ? { time_zone: timing.zone } : { late_policy: latePolicyOf(timing) }),
  };
  const current = due && JSON.stringify({ ...request, due });
  const [requested] = useDebouncedValue(current, SEARCH_DELAY_MS);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['dispatch', requested],
    queryFn: () => countAudience(JSON.parse(requested as string)),
    enabled: requested !== undefined,
    gcTime: 0,
  });
  const failure = isWorthRepeating(error) ? error : null;
  return {
    data,
    failure,
    isKnown: requested === current && !isPending && !failure,
    onRetry: () => void refetch(),
  };
}

/** The two possible offsets of a time that was rejected as ambiguous. */
function offsetsIn(refusal: unknown): string[] {
  const details =
    refusal instanceof ApiError && Array.isArray(refusal.refusal.detail) ? refusal.refusal.detail : [];
  const found = details.find(({ type }) => type === 'time_ambiguous');
  return (found?.ctx?.['offsets'] as string[] | undefined) ?? [];
}

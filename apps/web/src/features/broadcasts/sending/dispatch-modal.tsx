import { PUSH_TYPED_FROM } from '@agora/contract/features/broadcasts/broadcasts.rules';
import type {
  AudiencePreview,
  AudiencePreviewRequest,
  BroadcastPublic,
} from '@agora/contract/features/broadcasts/broadcasts.schema';
import { LOCALES } from '@agora/contract/shared/locales';
import { Alert, Button, Paper, SimpleGrid, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { realMoment } from '../../../components/date-rules.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { useWithPassword } from '../../../components/use-password-prompt.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { formatMoment, momentOf } from '../../../platform/dates.ts';
import { fieldErrors, hasCode } from '../../../platform/errors.ts';
import { t as refusals } from '../../../platform/refusals.texts.ts';
import { when } from '../../../platform/rules.tsx';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { isMoment } from '../../../platform/typed-date.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useForm } from '../../../platform/use-form.ts';
import { usePreferences } from '../../accounts/accounts.preferences.queries.ts';
import { t as audienceTexts } from '../audience/broadcasts.audience.texts.ts';
import { audienceWords } from '../broadcast-words.ts';
import {
  countAudience,
  useBroadcast,
  useScheduleBroadcast,
  useSendBroadcast,
} from '../broadcasts.queries.ts';
import { t as broadcastTexts } from '../broadcasts.texts.ts';
import { reachOf, shownIn } from '../compose/broadcast-values.ts';
import { isSkipped, ScheduleFields, type Timing, timingWords } from '../compose/schedule-fields.tsx';
import { SEARCH_DELAY } from '../compose/search-picker.tsx';
import { t } from './broadcasts.dispatch.texts.ts';

interface DispatchModalProps {
  broadcast: BroadcastPublic;
  mode: 'send' | 'schedule';
  onClose: () => void;
}

/**
 * The last question before a push goes out, now or at a time: to how many, what they get and when. What was
 * refused is told here, and asked again.
 */
export default function DispatchModal({ broadcast: latest, mode, onClose }: DispatchModalProps) {
  /** Version shown here: a colleague's later change must not be sent in its place. */
  const [broadcast] = useState(latest);
  const { id } = broadcast;
  const isScheduling = mode === 'schedule';
  const zone = usePreferences().data?.body.organization_time_zone ?? 'UTC';
  const reach = reachOf(broadcast);
  const audience = useCountOnce(reach);
  const [timing, setTiming] = useState<Timing>({ mode: 'at', local: '', zone, offset: '', late: 'skip' });
  const [isTimeLeft, setTimeLeft] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const [drift, setDrift] = useState<{ before: number; now: number }>();
  const { refetch } = useBroadcast(id);
  const { mutateAsync: schedule } = useScheduleBroadcast();
  const { mutateAsync: send } = useSendBroadcast();
  const [prompt, withPassword] = useWithPassword();

  const isTyped = isMoment(timing.local);
  const isNever = isTyped && timing.mode === 'at' && isSkipped(timing.local, timing.zone);
  const later = useCountThen(reach, isTyped && !isNever ? timing : undefined);
  const late = later?.late ?? 0;
  const held = broadcast.urgent ? null : isScheduling ? later?.held : audience.data?.held;
  const offsets = offsetsIn(refusal);
  /** Until it is told which of two moments is meant, neither is named. */
  const isTimed = isTyped && !isNever && (offsets.length === 0 || timing.offset !== '');
  const devices = audience.data?.devices ?? 0;
  const isMany = devices >= PUSH_TYPED_FROM;
  const isCount = (typed: string) => typed.replaceAll(/\D/g, '') === String(devices);
  const form = useForm({
    initialValues: { typed: '' },
    validate: { typed: (typed) => when(!isCount(typed), () => t.countWrong(devices)) },
  });
  const isReady =
    audience.data !== undefined &&
    devices > late &&
    (!isScheduling || isTimed) &&
    (!isMany || isCount(form.values.typed));
  const body = isScheduling
    ? {
        mode: timing.mode,
        local: timing.local,
        time_zone: timing.zone,
        ...(timing.offset && { offset: timing.offset }),
        late_policy: timing.late,
        expected_devices: devices,
        version: broadcast.version,
      }
    : { expected_devices: devices, version: broadcast.version };

  function dispatch(): Promise<unknown> {
    const params = { id };
    return 'local' in body ? schedule({ params, body }) : send({ params, body });
  }

  const [isBusy, run] = useBusy(async () => {
    try {
      // A push to many takes a password that was typed a moment ago.
      await withPassword(t.password, dispatch);
      toastSuccess(isScheduling ? t.scheduled : held?.devices === devices ? t.sentHeld : t.sent);
      onClose();
    } catch (error) {
      await refuse(error);
    }
  });

  async function refuse(error: unknown): Promise<void> {
    setRefusal(error);
    if (hasCode(error, 'audience_changed')) {
      const now = error instanceof ApiError ? error.refusal.devices : undefined;
      setDrift({ before: devices, now: now ?? 0 });
      form.reset();
      await audience.refetch();
    } else if (Object.keys(fieldErrors(error)).length === 0) toastError(error);
    if (hasCode(error, 'invalid_state') || hasCode(error, 'version_conflict'))
      await refetch({ throwOnError: true });
    // The changed text must be read before it is sent.
    if (hasCode(error, 'version_conflict')) onClose();
  }

  const problems = fieldErrors(refusal);
  return (
    <>
      <Dialog
        title={isScheduling ? t.scheduleTitle : t.sendTitle}
        size="lg"
        onClose={onClose}
        onSubmit={() => isReady && void run()}
        actions={
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {isScheduling ? t.scheduleDo(devices) : t.sendDo(devices)}
          </Button>
        }
      >
        {isScheduling && (
          <ScheduleFields
            timing={timing}
            zone={zone}
            offsets={offsets}
            isTimed={isTimed}
            problem={
              isNever
                ? refusals.time_nonexistent
                : offsets.length > 0
                  ? t.ambiguous
                  : (problems['local'] ?? problems['time_zone'] ?? (isTimeLeft && timeProblem(timing)))
            }
            onLeaveTime={() => setTimeLeft(true)}
            onChange={(change) => {
              setTiming({ ...timing, ...change });
              if (change.offset === undefined || change.offset === '') setRefusal(undefined);
            }}
          />
        )}
        <div role="alert">
          {drift && (
            <Alert color="yellow" component="p">
              {t.drifted(drift.before, drift.now)}
            </Alert>
          )}
        </div>
        {audience.error && !audience.data && (
          <LoadFailure error={audience.error} onRetry={() => void audience.refetch()} />
        )}
        {!audience.data && !audience.error && <Skeleton height={120} />}
        {audience.data && (
          <Summary
            broadcast={broadcast}
            audience={audience.data}
            held={held}
            late={late}
            when={isScheduling ? (isTimed ? t.at(timingWords(timing)) : '') : t.now}
          />
        )}
        {isMany && (
          <TextInput
            label={t.typeCount(devices)}
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('typed')}
          />
        )}
      </Dialog>
      {prompt}
    </>
  );
}

/** The problem with a time, before the service is asked. */
function timeProblem({ mode, local, zone }: Timing): ReactNode {
  if (!isMoment(local)) return local === '' ? refusals.missing : realMoment(local, t.time);
  return mode === 'at' && momentOf(local, zone) <= new Date() ? refusals.time_past : undefined;
}

/** Audience when the dialog opened: the confirmed number does not change while it is read. */
const useCountOnce = (request: AudiencePreviewRequest | undefined) =>
  useQuery({
    queryKey: ['dispatch', request],
    queryFn: () => countAudience(request as AudiencePreviewRequest),
    enabled: request !== undefined,
    staleTime: 'static',
    gcTime: 0,
  });

/** Audience at the chosen time, debounced. */
function useCountThen(request: AudiencePreviewRequest | undefined, timing: Timing | undefined) {
  const due = timing && {
    local: timing.local,
    ...(timing.mode === 'at' ? { time_zone: timing.zone } : { late_policy: timing.late }),
  };
  const [asked] = useDebouncedValue(due ? JSON.stringify({ ...request, due }) : undefined, SEARCH_DELAY);
  const { data } = useQuery({
    queryKey: ['dispatch', asked],
    queryFn: () => countAudience(JSON.parse(asked as string)),
    enabled: asked !== undefined,
    gcTime: 0,
  });
  return data;
}

/** The offsets of the two moments at which a clock shows the time that was refused. */
function offsetsIn(refusal: unknown): string[] {
  const problems =
    refusal instanceof ApiError && Array.isArray(refusal.refusal.detail) ? refusal.refusal.detail : [];
  const found = problems.find(({ type }) => type === 'time_ambiguous');
  return (found?.ctx?.['offsets'] as string[] | undefined) ?? [];
}

interface SummaryProps {
  broadcast: BroadcastPublic;
  audience: AudiencePreview;
  /** Of these, devices that wait for the end of their quiet hours. */
  held: AudiencePreview['held'] | undefined;
  /** Of these, devices skipped because their local time has passed. */
  late: number;
  when: string;
}

/** To how many, when, and what those of each language get. */
function Summary({ broadcast, audience, held, late, when }: SummaryProps) {
  const { devices, members, by_locale, recently_notified } = audience;
  if (devices === 0) return <p role="alert">{t.nobody}</p>;
  return (
    <>
      <p>
        <strong>{t.goesTo(devices, members)}</strong>{' '}
        {t.toWhom(
          audienceWords(broadcast.audience).join(', '),
          held?.devices === devices && when === t.now ? t.nowHeld : when,
        )}
      </p>
      {held && (
        <Text c="var(--warning-ink)" size="xs" role="status">
          {t.held(held.devices, formatMoment(held.from), held.until > held.from && formatMoment(held.until))}
        </Text>
      )}
      {late > 0 && (
        <Text c="var(--warning-ink)" size="xs" role="status">
          {t.tooLate(late)}
        </Text>
      )}
      {recently_notified > 0 && (
        <Text c="var(--warning-ink)" size="xs">
          {audienceTexts.recentlyNotified(recently_notified)}
        </Text>
      )}
      <SimpleGrid minColWidth="14rem" autoFlow="auto-fit" spacing="sm">
        {LOCALES.filter((locale) => by_locale[locale] > 0).map((locale) => {
          const shown = shownIn(broadcast, locale);
          return (
            <Paper
              key={locale}
              p="sm"
              bg="var(--surface-sunken)"
              withBorder={false}
              shadow="none"
              style={{ overflowWrap: 'anywhere' }}
            >
              <Text c="dimmed" size="xs">
                {broadcastTexts[locale]} · {t.in(by_locale[locale])}
              </Text>
              {shown ? (
                <div lang={shown.locale} dir="auto">
                  <strong>{shown.text.title}</strong>
                  <p style={{ whiteSpace: 'pre-wrap' }}>{shown.text.body}</p>
                </div>
              ) : (
                <p>{t.noOne}</p>
              )}
            </Paper>
          );
        })}
      </SimpleGrid>
    </>
  );
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../../platform/db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { pushAnswers } from '../../../platform/measures.ts';
import { generalDoubts, sharedDelay, unavailableProviders } from '../../../platform/push/doubts.ts';
import type { ProviderName, PushOutcome, PushProviders } from '../../../platform/push/push.ts';
import { disableDevices } from '../../devices/devices.service.ts';
import type { Broadcast } from '../broadcasts.table.ts';
import { contentIn, pushNameIn, reachOf } from '../compose/broadcasts.content.service.ts';
import { detachSegment } from '../segments/broadcasts.segments.service.ts';
import { resolveDailyPush } from './broadcasts.daily-push.service.ts';
import {
  BroadcastStopped,
  type Claimed,
  cancelRemaining,
  claimDeliveries,
  clearBackoff,
  deferAll,
  finishIfSettled,
  hasDevicesFor,
  LEASE,
  listBroadcastsWithWork,
  pauseIfGone,
  pauseIfStalled,
  pauseSending,
  pickDevices,
  recordFailure,
  type Setback,
  type Settlement,
  settleDeliveries,
  startScheduled,
} from './broadcasts.sending.queries.ts';

/** Polling interval, in milliseconds. */
const POLL = 500;

/** Deliveries claimed, sent and settled together. */
const BATCH = 500;

/** Milliseconds after which a batch sends no further message: its lease must not expire before the responses. */
const BATCH_TIMEOUT_MS = (LEASE * 1000) / 2;

/** Maximum retry time to store the outcome of a batch if the database is unreachable, in milliseconds. */
const SETTLE_TIMEOUT_MS = 20_000;

const MAX_ATTEMPTS = 5;

/** Delay before the second attempt, in milliseconds; doubles with each further attempt. */
const BACKOFF = 5_000;
const LONGEST_BACKOFF = 300_000;

export interface SenderDeps extends Pick<Deps, 'db' | 'config' | 'now' | 'frontendHost'> {
  push: PushProviders;
}

export interface Sender {
  /** Waits for the current batch and releases its unsent deliveries. */
  stop(): Promise<void>;
}

/** Sends broadcasts until stopped. Any number can run concurrently, in any number of processes. */
export function startSender(deps: SenderDeps, log: FastifyBaseLogger): Sender {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      const isBusy = await sendActiveBroadcasts(deps, log, signal).catch((err: unknown) => {
        log.warn({ err }, 'broadcasts could not be sent');
        return false;
      });
      if (!isBusy) await sleep(POLL, undefined, { signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Sends a batch of each active broadcast. @returns true if there may be more */
async function sendActiveBroadcasts(
  deps: SenderDeps,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<boolean> {
  let isBusy = false;
  for (const broadcast of await listBroadcastsWithWork(deps.db)) {
    if (signal.aborted) break;
    try {
      isBusy = (await advance(deps, broadcast, signal)) || isBusy;
    } catch (err) {
      log.warn({ err, broadcast_id: broadcast.id }, 'a broadcast could not be sent');
      await isolateFailing(deps.db, broadcast);
    }
  }
  return isBusy;
}

/** Delays a broadcast that failed, so that others continue; pauses it after repeated failures. */
async function isolateFailing(db: Db, { id, setbacks }: Broadcast): Promise<void> {
  await recordFailure(db, id, backoff(setbacks));
  await pauseIfStalled(db, id);
}

async function advance(deps: SenderDeps, broadcast: Broadcast, signal: AbortSignal): Promise<boolean> {
  const { db, config } = deps;
  const { id, status, targeted } = broadcast;
  if (status === 'scheduled') {
    await startScheduled(db, broadcast);
    return true;
  }
  if (status === 'cancelled') {
    await cancelRemaining(db, id);
    return false;
  }
  if (targeted === null) return pick(deps, broadcast);
  await pauseIfGone(db, broadcast);
  const claim = uuidv7();
  const { TIME_ZONE: timeZone, PUSH_QUIET_HOURS: quietHours } = config;
  const claimed = await claimDeliveries(db, broadcast, { claim, size: BATCH, timeZone, quietHours });
  if (claimed.length === 0) {
    await finishIfSettled(db, id);
    return false;
  }
  const sending = await resolveDailyPush(deps, { broadcast, claimed: [...claimed] });
  await sendBatch(deps, sending.broadcast, { claim, claimed: sending.claimed }, signal);
  return true;
}

async function pick({ db, now, config }: SenderDeps, broadcast: Broadcast): Promise<boolean> {
  const { audience } = await detachSegment(db, broadcast);
  const picking = {
    broadcast,
    reach: reachOf(broadcast, audience, config),
    clock: { now: now(), timeZone: config.TIME_ZONE },
    defaultLocale: config.DEFAULT_LOCALE,
    quietHours: config.PUSH_QUIET_HOURS,
    approveAbove: config.APPROVE_PUSHES_ABOVE,
  };
  try {
    return await db.transaction((tx) => pickDevices(tx, picking));
  } catch (error) {
    if (error instanceof BroadcastStopped) return false;
    throw error;
  }
}

interface Batch {
  claim: string;
  claimed: Claimed[];
}

async function sendBatch(
  deps: SenderDeps,
  broadcast: Broadcast,
  batch: Batch,
  signal: AbortSignal,
): Promise<void> {
  const started = performance.now();
  const outcomes = await sendClaimed(deps, broadcast, batch.claimed, signal);
  await settle(deps, broadcast, batch, outcomes);
  const pace = (batch.claimed.length / deps.config.PUSH_MESSAGES_PER_SECOND) * 1000;
  const rest = pace - (performance.now() - started);
  if (rest > 1) await sleep(rest, undefined, { signal }).catch(() => {});
}

type Outcomes = ReadonlyMap<string, PushOutcome>;

/**
 * Sends a batch to all providers concurrently. A doubtful error fails the batch if it affects every device. A
 * retry does not count as an attempt if the provider accepted no device.
 */
async function sendClaimed(
  { db, push, frontendHost }: SenderDeps,
  broadcast: Broadcast,
  claimed: readonly Claimed[],
  stopping: AbortSignal,
): Promise<Outcomes> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(BATCH_TIMEOUT_MS)]);
  const outcomes = new Map<string, PushOutcome>();
  const ready = claimed.filter(({ skip, wait }) => skip === null && wait === 0);
  const byProvider = Map.groupBy(ready, ({ provider }) => provider);
  const offered = (Object.keys(push) as ProviderName[]).filter((name) => push[name]);
  const hasProvider =
    ready.some(({ provider }) => push[provider]) || (await hasDevicesFor(db, broadcast.id, offered));
  const sendWith = async ([name, some]: [ProviderName, Claimed[]]) => {
    const messages = some.map(({ token, locale, full_name, ttl = broadcast.ttl_seconds }) => ({
      ...contentIn(broadcast, { locale, name: pushNameIn(full_name) }, frontendHost),
      ttl,
      token,
    }));
    // If the service still has another provider, only the devices of the missing one fail.
    const kind = hasProvider ? 'doubtful' : 'unauthorized';
    const unavailable: PushOutcome = { kind, code: 'push_provider_unavailable' };
    const answers = (await push[name]?.send(messages, signal)) ?? some.map(() => unavailable);
    for (const [index, { device_id }] of some.entries())
      outcomes.set(device_id, answers[index] ?? { kind: 'unsent' });
    for (const [outcome, same] of Map.groupBy(answers, ({ kind }) => kind))
      pushAnswers.publish({ provider: name, outcome, count: same.length });
  };
  await Promise.all([...byProvider].map(sendWith));
  const asked = ready.filter(({ provider }) => push[provider]);
  const answers = asked.map((one) => ({ ...one, kind: outcomes.get(one.device_id)?.kind }));
  for (const one of asked.filter(generalDoubts(answers))) {
    const outcome = outcomes.get(one.device_id);
    if (outcome?.kind === 'doubtful') outcomes.set(one.device_id, { ...outcome, kind: 'refused' });
  }
  const out = unavailableProviders(answers);
  for (const { device_id, provider } of asked) {
    const outcome = outcomes.get(device_id);
    if (outcome?.kind === 'retry' && out.has(provider)) outcomes.set(device_id, { ...outcome, ofAll: true });
  }
  return outcomes;
}

/** Stores the outcomes of a batch; retries while the database is unreachable. */
async function settle(
  deps: SenderDeps,
  broadcast: Broadcast,
  batch: Batch,
  outcomes: Outcomes,
): Promise<void> {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    try {
      await store(deps, broadcast, batch, outcomes);
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(POLL);
    }
  }
}

const store = (
  { db, now }: SenderDeps,
  { id, setbacks }: Broadcast,
  { claim, claimed }: Batch,
  outcomes: Outcomes,
) =>
  db.transaction(async (tx) => {
    const settlements = claimed.map((delivery) => settlementOf(delivery, outcomes.get(delivery.device_id)));
    const all = [...outcomes.values()];
    const dead = claimed.flatMap(({ device_id, token_hash }) => {
      const outcome = outcomes.get(device_id);
      return outcome?.kind === 'dead' ? [{ id: device_id, token_hash, code: outcome.code }] : [];
    });
    await settleDeliveries(tx, id, claim, settlements);
    const setback = setbackOf(claimed, outcomes, setbacks);
    await (setback ? deferAll(tx, id, setback) : clearBackoff(tx, id));
    if (setback) await pauseIfStalled(tx, id);
    if (dead.length > 0) await disableDevices(tx, dead, now());
    const halt = all.find((outcome) => outcome.kind === 'unauthorized' || outcome.kind === 'refused');
    if (halt) await pauseSending(tx, id, halt.code);
  });

/** Exponential backoff with jitter. */
const backoff = (times: number) =>
  Math.min(BACKOFF * 2 ** times, LONGEST_BACKOFF) * (0.5 + Math.random() / 2);

/** Delay before the next attempt, in milliseconds; zero for errors that pause the broadcast. */
function delayOf(outcome: PushOutcome, attempts: number): number {
  return outcome.kind === 'retry' ? (outcome.after ?? backoff(attempts - 1)) : 0;
}

function settlementOf(
  { device_id, attempts, skip, wait }: Claimed,
  outcome: PushOutcome | undefined,
): Settlement {
  const settled = {
    device_id,
    error_code: null,
    provider_id: null,
    has_receipt: false,
    delay: 0,
    is_untried: false,
  };
  if (skip !== null) return { ...settled, status: 'skipped', error_code: skip };
  switch (outcome?.kind) {
    case 'accepted':
      return {
        ...settled,
        status: 'sent',
        provider_id: outcome.id,
        has_receipt: outcome.hasReceipt ?? false,
      };
    case 'dead':
      return { ...settled, status: 'invalid', error_code: outcome.code };
    case 'doubtful':
      return { ...settled, status: 'failed', error_code: outcome.code };
    case 'retry':
    case 'refused':
    case 'unauthorized': {
      const tried = { ...settled, error_code: outcome.code, delay: delayOf(outcome, attempts) };
      const is_untried = outcome.kind === 'retry' ? outcome.ofAll === true : outcome.kind === 'unauthorized';
      return { ...tried, is_untried, status: is_untried || attempts < MAX_ATTEMPTS ? 'pending' : 'failed' };
    }
    case 'unsent':
    case undefined:
      return { ...settled, status: 'pending', is_untried: true, delay: wait };
  }
}

/**
 * Delay of the whole broadcast, if devices of several members were rate limited or none was accepted. With
 * fewer members, only their deliveries wait.
 */
function setbackOf(claimed: readonly Claimed[], outcomes: Outcomes, setbacks: number): Setback | undefined {
  const retries = claimed.flatMap(({ device_id, user_id }) => {
    const outcome = outcomes.get(device_id);
    return outcome?.kind === 'retry' ? [{ ...outcome, user_id }] : [];
  });
  const limited = retries.filter(({ after, code }) => after !== undefined || code === 'rate_limited');
  const areAllDeferred = [...outcomes.values()].every(({ kind }) => kind === 'retry' || kind === 'unsent');
  const commonSetback = (some: typeof retries): Setback | undefined => {
    const pause = sharedDelay(
      some.map(({ user_id, after = backoff(setbacks) }) => ({ user_id, wait: after })),
    );
    const [first] = some;
    return first && pause !== undefined ? { code: first.code, pause } : undefined;
  };
  return commonSetback(limited) ?? (areAllDeferred ? commonSetback(retries) : undefined);
}

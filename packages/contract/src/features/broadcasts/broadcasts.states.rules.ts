/** States of a broadcast. They describe the job: results per device are counted separately. */
export const BROADCAST_STATES = [
  'draft',
  'scheduled',
  'sending',
  'paused',
  'sent',
  'missed',
  'cancelled',
] as const;
export type BroadcastState = (typeof BROADCAST_STATES)[number];

/** Actions on a broadcast, with the states they start from and lead to. */
export const BROADCAST_ACTIONS = {
  schedule: { from: ['draft', 'missed'], to: 'scheduled' },
  unschedule: { from: ['scheduled', 'missed'], to: 'draft' },
  send: { from: ['draft', 'missed'], to: 'sending' },
  pause: { from: ['sending'], to: 'paused' },
  resume: { from: ['paused'], to: 'sending' },
  cancel: { from: ['scheduled', 'sending', 'paused', 'missed'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly BroadcastState[]; to: BroadcastState }>;
export type BroadcastAction = keyof typeof BROADCAST_ACTIONS;

/** Returns the actions that a state allows. */
export const actionsFrom = (state: BroadcastState): BroadcastAction[] =>
  (Object.keys(BROADCAST_ACTIONS) as BroadcastAction[]).filter((action) =>
    (BROADCAST_ACTIONS[action].from as readonly BroadcastState[]).includes(state),
  );

/** Actions on the push of a day's message: its text and time come from the day. */
const OF_A_DAY: ReadonlySet<BroadcastAction> = new Set(['pause', 'resume', 'cancel']);

interface Broadcast {
  status: BroadcastState;
  day: string | null;
}

/** Returns the actions that a broadcast currently allows. */
export const actionsFor = ({ status, day }: Broadcast): BroadcastAction[] =>
  actionsFrom(status).filter((action) => day === null || OF_A_DAY.has(action));

/** True if no device got it or still can. The push of a day is never deleted, so that no second one is created. */
export const isDeletable = ({ status, day, started_at }: Broadcast & { started_at: unknown }): boolean =>
  day === null && (status === 'draft' || (status === 'cancelled' && !started_at));

/**
 * `pending` and `sending` are in progress; `sent`: accepted by the provider; `failed`: not accepted in five
 * attempts; `invalid`: dead token; `skipped`: device deleted, declined or too late; `cancelled`: stopped before.
 */
export const DELIVERY_STATUSES = [
  'pending',
  'sending',
  'sent',
  'failed',
  'invalid',
  'skipped',
  'cancelled',
] as const;

/** What a broadcast can be. The states are about the job: what became of each device is counted apart. */
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

/** What people do to a broadcast, from which states, and what it is then. */
export const BROADCAST_ACTIONS = {
  schedule: { from: ['draft'], to: 'scheduled' },
  unschedule: { from: ['scheduled', 'missed'], to: 'draft' },
  send: { from: ['draft', 'missed'], to: 'sending' },
  pause: { from: ['sending'], to: 'paused' },
  resume: { from: ['paused'], to: 'sending' },
  cancel: { from: ['scheduled', 'sending', 'paused', 'missed'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly BroadcastState[]; to: BroadcastState }>;
export type BroadcastAction = keyof typeof BROADCAST_ACTIONS;

/** What can be done to a broadcast in a state. */
export const actionsFrom = (state: BroadcastState): BroadcastAction[] =>
  (Object.keys(BROADCAST_ACTIONS) as BroadcastAction[]).filter((action) =>
    (BROADCAST_ACTIONS[action].from as readonly BroadcastState[]).includes(state),
  );

/** What can be done to the push of a day's message: its text and its time are those of the day. */
const OF_A_DAY: ReadonlySet<BroadcastAction> = new Set(['pause', 'resume', 'cancel']);

interface Broadcast {
  status: BroadcastState;
  day: string | null;
}

/** What can be done to a broadcast as it is. */
export const actionsFor = ({ status, day }: Broadcast): BroadcastAction[] =>
  actionsFrom(status).filter((action) => day === null || OF_A_DAY.has(action));

/** Whether it can be deleted: nobody got it and nobody will. That of a day stays, so that no other is made. */
export const isDeletable = ({ status, day, started_at }: Broadcast & { started_at: unknown }): boolean =>
  day === null && (status === 'draft' || (status === 'cancelled' && !started_at));

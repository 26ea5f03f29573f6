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

/** In rising order: of a person with two tabs, the last counts. */
export const DOINGS = ['reading', 'editing', 'replying'] as const;
export type Doing = (typeof DOINGS)[number];

/** In ascending order: of a person with two tabs, the later one in this list counts. */
export const DOINGS = ['reading', 'editing', 'replying'] as const;
export type Doing = (typeof DOINGS)[number];

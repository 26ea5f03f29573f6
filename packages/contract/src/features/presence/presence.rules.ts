/** In ascending order: for a person with several tabs, the last one in this list counts. */
export const ACTIVITIES = ['reading', 'editing', 'replying'] as const;
export type Activity = (typeof ACTIVITIES)[number];

import type { Errors } from '../../shared/errors.ts';

/** Maximum length of the note of a request and of the comment of a decision, in grapheme clusters. */
export const APPROVAL_TEXT_MAX = 1000;

/**
 * `waiting`: nobody has decided. `held`: nobody did before the planned time, so nothing goes out. `withdrawn`: by who
 * asked. `outdated`: what was asked about has changed.
 */
export const APPROVAL_STATES = ['waiting', 'held', 'approved', 'sent_back', 'withdrawn', 'outdated'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATES)[number];

/** States in which a decision is possible. */
export const isOpen = (status: ApprovalStatus): boolean => status === 'waiting' || status === 'held';

export const approvalsErrors = {
  approval_required: [409, 'A second person has to approve this first'],
  approval_closed: [409, 'Nobody has asked for approval, or it was decided or withdrawn already'],
  approval_asked: [409, 'Somebody has asked for approval already'],
  approval_own: [409, 'Who wrote it, last changed it or asked for approval cannot approve it'],
  approval_overdue: [409, 'Its time has passed: send it now, or choose another time'],
  approval_of_other: [409, 'Only who asked for approval can withdraw the request'],
} as const satisfies Errors;

import type { Errors } from '../../shared/errors.ts';

export const MESSAGE_CATEGORIES = ['question', 'bug', 'idea', 'other'] as const;

/** Maximum text lengths of a conversation, in grapheme clusters. */
export const MESSAGE_SUBJECT_MAX = 160;
export const MESSAGE_BODY_MAX = 5000;

/** Maximum length of the title of a reply template, in grapheme clusters, and its last place in the list. */
export const TEMPLATE_TITLE_MAX = 80;
export const TEMPLATE_POSITION_MAX = 1000;

/** Hours after which a conversation without an answer is overdue. */
export const OVERDUE_HOURS = 24;

/** Maximum number of entries of a conversation in one response. */
export const MESSAGE_ENTRIES_MAX = 100;

/** Maximum number of conversations in one bulk reply. */
export const BULK_REPLIES_MAX = 50;

/** Maximum number of days for which a conversation can be snoozed, or a reply can wait. */
export const LATER_DAYS_MAX = 366;

/** Seconds during which the back-office lets a reply be taken back, and the maximum that a request may ask for. */
export const UNDO_SECONDS = 10;
export const UNDO_SECONDS_MAX = 60;

/** Maximum number of replies of a conversation that wait to be sent. */
export const PENDING_REPLIES_MAX = 20;

/**
 * When a snoozed conversation wakes: `until_message`, at its time or as soon as the member writes; `until_time`, at its
 * time only.
 */
export const SNOOZE_KINDS = ['until_message', 'until_time'] as const;

/** Days during which a member's answer reopens an ended conversation; later ones start a new one. */
export const REOPEN_DAYS = 14;

/** Maximum number of colleagues that one note can mention. */
export const MENTIONS_MAX = 20;

export const messagesErrors = {
  message_not_found: [404, 'Conversation not found'],
  message_image_not_found: [404, 'Picture not found'],
  reply_template_not_found: [404, 'Reply template not found'],
  pending_reply_not_found: [404, 'This reply was sent or cancelled'],
  too_many_pending_replies: [409, 'Too many replies of this conversation wait to be sent'],
  thread_advanced: [409, 'The conversation has moved on'],
  sender_blocked: [409, 'Messages of this account are not accepted'],
  sender_deleted: [409, 'The account of this member is deleted'],
} as const satisfies Errors;

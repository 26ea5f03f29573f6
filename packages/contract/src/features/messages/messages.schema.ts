import { z } from 'zod';
import { bulkOf } from '../../shared/bulk.ts';
import {
  bool,
  displayText,
  id,
  instant,
  period,
  queryDay,
  sameInstant,
  search,
  text,
  uuid,
  whole,
} from '../../shared/fields.ts';
import { Locale } from '../../shared/locale.ts';
import { pageOf, SKIP_MAX } from '../../shared/pagination.ts';
import { unknownPlaceholderIssues } from '../../shared/placeholder-issues.ts';
import { sortBy } from '../../shared/sorting.ts';
import { Person } from '../accounts/accounts.users.schema.ts';
import { DevicePlatform } from '../devices/devices.app.contract.ts';
import { MESSAGE_IMAGES_BYTES_MAX, MESSAGE_IMAGES_MAX } from '../media/media.rules.ts';
import { MessageImage } from './messages.images.contract.ts';
import {
  BULK_REPLIES_MAX,
  LATER_DAYS_MAX,
  MENTIONS_MAX,
  MESSAGE_BODY_MAX,
  MESSAGE_CATEGORIES,
  MESSAGE_ENTRIES_MAX,
  MESSAGE_SUBJECT_MAX,
  OVERDUE_HOURS,
  PENDING_REPLIES_MAX,
  SNOOZE_KINDS,
  UNDO_SECONDS_MAX,
} from './messages.rules.ts';

export const MESSAGE_STATUSES = ['new', 'open', 'waiting', 'closed', 'spam'] as const;
/** `new`: not handled yet. `waiting`: for the member, after a reply of the team. */
export const MessageStatus = z.enum(MESSAGE_STATUSES).meta({ id: 'MessageStatus' });
export type MessageStatus = z.infer<typeof MessageStatus>;

export const MessageCategory = z.enum(MESSAGE_CATEGORIES).meta({ id: 'MessageCategory' });
export type MessageCategory = z.infer<typeof MessageCategory>;

/**
 * Written by the member, by the auto-reply of their mail program, by the team to the member, or by the team
 * for itself: a note is never sent. An `automatic` entry leaves the state unchanged and is visible to the
 * team only.
 */
export const EntryKind = z.enum(['member', 'automatic', 'reply', 'note']).meta({ id: 'EntryKind' });
export type EntryKind = z.infer<typeof EntryKind>;

/**
 * Mail delivery of a reply; `failed`: rejected permanently, or not accepted for days; `bounced`: returned by
 * a later server.
 */
export const Delivery = z.enum(['queued', 'sent', 'failed', 'bounced']).meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof Delivery>;

export const BOUNCE_REASONS = ['unknown_address', 'mailbox_full', 'unreachable', 'refused'] as const;
/** Reason for a bounced mail. */
export const BounceReason = z.enum(BOUNCE_REASONS).meta({ id: 'BounceReason' });
export type BounceReason = z.infer<typeof BounceReason>;

/** When a snoozed conversation wakes. `until_message`: at its time, or once the member writes. `until_time`: at its time only. */
export const SnoozeKind = z.enum(SNOOZE_KINDS).meta({ id: 'SnoozeKind' });
export type SnoozeKind = z.infer<typeof SnoozeKind>;

/** Details of the app and the phone, as sent by the app. */
const MessageContext = z
  .object({
    platform: DevicePlatform.nullable(),
    app_version: z.string().nullable(),
    os: z.string().nullable(),
    device: z.string().nullable(),
    screen: z.string().nullable().meta({ description: 'Screen from which the member wrote.' }),
  })
  .meta({ id: 'MessageContext' });
export type MessageContext = z.infer<typeof MessageContext>;

const MessageEntry = z
  .object({
    id: id(),
    kind: EntryKind,
    author: Person.nullable().meta({ description: 'Null: the account was erased.' }),
    body: z.string().meta({ description: 'Plain text with line breaks.' }),
    images: z.array(MessageImage),
    has_mail: z.boolean().meta({
      description:
        'Whether it was received as a mail with more text, such as quotes and a signature, which the team can read.',
    }),
    delivery: Delivery.nullable().meta({ description: 'Delivery of the mail; null if none is sent.' }),
    bounce_reason: BounceReason.nullable().meta({
      description: 'With `bounced`; also null if the server that returned it gave no reason.',
    }),
    created_at: instant(),
  })
  .meta({ id: 'MessageEntry' });
export type MessageEntry = z.infer<typeof MessageEntry>;

/** A reply that the member does not see yet. Its entry will have the same id. */
const PendingReply = z
  .object({
    id: id(),
    author: Person.nullable().meta({ description: 'Null: the account is deleted.' }),
    body: z.string().meta({ description: 'Plain text with line breaks.' }),
    images: z.array(MessageImage),
    close: z.boolean(),
    send_at: instant(),
    is_held: z.boolean().meta({
      description:
        'Whether it is not sent by itself: the member wrote in the meantime, the conversation is spam, or one of both accounts no longer allows it.',
    }),
    created_at: instant(),
  })
  .meta({ id: 'PendingReply' });
export type PendingReply = z.infer<typeof PendingReply>;

export const MessageMail = z
  .object({ text: z.string().meta({ description: 'Plain text with line breaks.' }) })
  .meta({ id: 'MessageMail' });

/** Fields of a response that has some entries of a conversation. */
export const entriesOf = <Entry extends z.ZodType>(entry: Entry) => ({
  entries: z.array(entry).meta({ description: `Oldest first, at most ${MESSAGE_ENTRIES_MAX}.` }),
  has_earlier: z.boolean().meta({
    description: 'Whether there are earlier entries: request those `before` the first one.',
  }),
});

const thread = {
  id: id(),
  number: z.number().int().meta({ description: 'Number by which people refer to it.' }),
  subject: z.string(),
  category: MessageCategory,
  status: MessageStatus,
  awaiting: z.boolean().meta({
    description:
      'Whether the member waits for the team: not while it is snoozed, or a reply is about to be sent.',
  }),
  is_snoozed: z.boolean(),
  snoozed_until: instant()
    .nullable()
    .meta({ description: 'Time at which it wakes, or woke; null once it is handled.' }),
  snooze_kind: SnoozeKind.nullable(),
  locale: Locale.meta({ description: 'Language of the member.' }),
  assignee_id: id().nullable(),
  assignee: Person.nullable(),
  created_at: instant(),
  last_at: instant().meta({ description: 'Time of the latest message or reply.' }),
  version: z.number().int(),
};

/** A conversation in the inbox. */
export const MessageListed = z
  .object({
    ...thread,
    sender: Person.extend({ is_blocked: z.boolean() })
      .nullable()
      .meta({ description: 'Null: the account is deleted.' }),
    excerpt: z.string().meta({ description: 'The beginning of the latest message or reply.' }),
    reply_at: instant()
      .nullable()
      .meta({ description: 'Time of its next pending reply; null if there is none.' }),
    is_reply_held: z.boolean().meta({ description: 'Whether that reply is not sent by itself.' }),
    is_unread: z.boolean().meta({ description: 'Whether the caller has not seen its latest entry.' }),
  })
  .meta({ id: 'MessageListed' });
export type MessageListed = z.infer<typeof MessageListed>;

export const MessagesListed = pageOf(MessageListed).meta({ id: 'MessagesListed' });

/** A conversation with its latest entries, and the details of the member. */
export const MessageThread = z
  .object({
    ...thread,
    snoozed_by: Person.nullable(),
    context: MessageContext,
    reopened_from_id: id().nullable().meta({ description: 'The closed conversation that it continues.' }),
    rating: z
      .object({ id: id(), score: z.number().int(), comment: z.string() })
      .nullable()
      .meta({ description: 'The rating that it answers.' }),
    sender: Person.extend({
      created_at: instant(),
      is_active: z.boolean().meta({ description: 'Whether they can sign in.' }),
      blocked_at: instant().nullable().meta({ description: 'Time since which messages are rejected.' }),
      blocked_by: Person.nullable(),
      messages: z
        .number()
        .int()
        .meta({ description: 'Number of conversations of this member, without spam.' }),
      ratings: z.number().int(),
    })
      .nullable()
      .meta({ description: 'Null: the account is deleted.' }),
    ...entriesOf(MessageEntry),
    pending_replies: z
      .array(PendingReply)
      .meta({ description: `The next to be sent first, at most ${PENDING_REPLIES_MAX}.` }),
  })
  .meta({ id: 'MessageThread' });
export type MessageThread = z.infer<typeof MessageThread>;

/** Chooses the entries of a conversation. */
export const MessageEntriesPage = z.object({
  before: uuid()
    .optional()
    .meta({ description: 'Id of an entry: returns those just before it instead of the latest.' }),
});
export type MessageEntriesPage = z.infer<typeof MessageEntriesPage>;

/** Exact counts; `awaiting` and its parts have the same meaning everywhere, without snoozed conversations. */
export const MessageCounts = z
  .object({
    awaiting: z.number().int().min(0),
    mine: z.number().int().min(0).meta({ description: 'Awaiting, assigned to the caller.' }),
    unassigned: z.number().int().min(0).meta({ description: 'Awaiting and unassigned.' }),
    new: z.number().int().min(0),
    open: z.number().int().min(0),
    waiting: z.number().int().min(0),
    closed: z.number().int().min(0),
    spam: z.number().int().min(0),
    snoozed: z.number().int().min(0).meta({ description: 'Snoozed, or with a reply that waits to be sent.' }),
    wakes_at: instant()
      .nullable()
      .meta({ description: 'Time at which the next of these returns: the counts change then.' }),
  })
  .meta({ id: 'MessageCounts' });
export type MessageCounts = z.infer<typeof MessageCounts>;

/** Days are in the organisation's time zone; `from` and `to` by the latest message or reply. */
export const MessageFilter = z.object({
  status: MessageStatus.optional().meta({ description: 'Absent: everything except spam.' }),
  awaiting: bool().optional().meta({ description: 'Snoozed conversations do not await the team.' }),
  snoozed: bool().optional().meta({ description: 'Snoozed, or with a reply that waits to be sent.' }),
  overdue: bool()
    .optional()
    .meta({
      description: `Whether the member has waited for the team for ${OVERDUE_HOURS} hours since their first unanswered message.`,
    }),
  assignee: text({ pattern: /^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/ })
    .optional()
    .meta({ description: '`me`, `none` or an id.' }),
  category: MessageCategory.optional(),
  locale: Locale.optional(),
  user_id: uuid().optional(),
  ...period('Last written to'),
  received_from: queryDay('Begun by the member on this day or later.'),
  received_to: queryDay('Begun by the member on this day or earlier.'),
  closed_from: queryDay('Closed on this day or later.'),
  closed_to: queryDay('Closed on this day or earlier.'),
  search: search(
    'Words of a subject, an entry or the name or address of the member, in any order, where accents and letter case are ignored; or a number, with `#` or without',
  ),
});
export type MessageFilter = z.infer<typeof MessageFilter>;

export const MessageSort = sortBy('last_at', 'awaiting_since', 'wakes_at').default('-last_at');
export type MessageSort = z.infer<typeof MessageSort>;

/** Omitted fields keep their value. Rejected if `version` is sent and outdated. */
export const MessageUpdate = z
  .object({
    status: z.enum(['open', 'closed']),
    assignee_id: uuid().nullable().meta({ description: 'A superuser.' }),
    category: MessageCategory,
    version: whole({ min: 1, max: SKIP_MAX }),
  })
  .partial()
  .meta({ id: 'MessageUpdate' });
export type MessageUpdate = z.infer<typeof MessageUpdate>;

const entryBody = () => displayText({ min: 1, max: MESSAGE_BODY_MAX });

/** Of a reply that can be taken back. */
export const undoable = {
  undo_seconds: whole({ min: 0, max: UNDO_SECONDS_MAX }).default(0).meta({
    description: 'Seconds during which it can be taken back, before it is sent. 0: sends it at once.',
  }),
  seen_replies: z
    .array(uuid())
    .max(PENDING_REPLIES_MAX)
    .default([])
    .meta({ description: 'Pending replies that the author has seen.' }),
};

export const MessageReply = z
  .object({
    body: entryBody(),
    last_entry_id: uuid().meta({ description: 'The last entry that the author has seen.' }),
    close: bool().default(false),
    ...undoable,
    send_at: sameInstant()
      .optional()
      .meta({
        description: `Sends it then, instead of now: in the future, at most ${LATER_DAYS_MAX} days ahead.`,
      }),
    images: z
      .array(uuid())
      .max(MESSAGE_IMAGES_MAX)
      .default([])
      .meta({
        description: `Pictures that the caller has uploaded, each for one message; at most ${MESSAGE_IMAGES_BYTES_MAX / 1024 ** 2} MiB of uploads in total.`,
      }),
  })
  .meta({ id: 'MessageReply' });
export const PendingReplyCancelled = z
  .object({
    rating_id: id().nullable().meta({
      description:
        'The rating that is unanswered again: its conversation, which only had this reply, is gone.',
    }),
  })
  .meta({ id: 'PendingReplyCancelled' });

export type MessageReply = z.infer<typeof MessageReply>;

/** Another time for a pending reply. */
export const PendingReplyUpdate = z.object({ send_at: sameInstant() }).meta({ id: 'PendingReplyUpdate' });
export type PendingReplyUpdate = z.infer<typeof PendingReplyUpdate>;

/** Sends a pending reply now. */
export const PendingReplySend = z
  .object({ last_entry_id: uuid().meta({ description: 'The last entry that the caller has seen.' }) })
  .meta({ id: 'PendingReplySend' });
export type PendingReplySend = z.infer<typeof PendingReplySend>;

/** A conversation started by the team, in the member's language. */
export const MessageStart = z
  .object({
    user_id: uuid(),
    subject: displayText({ max: MESSAGE_SUBJECT_MAX, isLine: true }).default(''),
    body: entryBody(),
  })
  .meta({ id: 'MessageStart' });
export type MessageStart = z.infer<typeof MessageStart>;

export const MessageNote = z
  .object({
    body: entryBody(),
    mentions: z
      .array(uuid())
      .max(MENTIONS_MAX)
      .default([])
      .meta({ description: 'Superusers to alert; other ids are ignored.' }),
  })
  .meta({ id: 'MessageNote' });
export type MessageNote = z.infer<typeof MessageNote>;

export const MessageSnooze = z
  .object({
    until: sameInstant().meta({
      description: `In the future, at most ${LATER_DAYS_MAX} days ahead.`,
    }),
    kind: SnoozeKind.default('until_message'),
  })
  .meta({ id: 'MessageSnooze' });
export type MessageSnooze = z.infer<typeof MessageSnooze>;

export const MessageBulk = bulkOf(
  z.enum(['close', 'spam', 'not_spam', 'assign', 'categorize', 'snooze', 'wake']),
  MessageFilter,
)
  .safeExtend({
    assignee_id: uuid().nullable().optional().meta({ description: 'With `assign`. Absent: unassigns.' }),
    category: MessageCategory.default('other').meta({ description: 'With `categorize`.' }),
    until: MessageSnooze.shape.until.optional().meta({ description: 'Required with `snooze`.' }),
    kind: MessageSnooze.shape.kind.meta({ description: 'With `snooze`.' }),
  })
  .meta({ id: 'MessageBulk' });
export type MessageBulk = z.infer<typeof MessageBulk>;

/** Texts of a reply to several members, by language. @throws a 422 `unknown_placeholder` */
export const replyBodies = () => {
  const body = displayText({ max: MESSAGE_BODY_MAX }).check(({ value, issues }) => {
    issues.push(...unknownPlaceholderIssues(value));
  });
  return z.object({ fr: body, en: body }).partial();
};

/** One text for several members, in each one's language and with their first name, as in reply templates. */
export const MessageBulkReply = z
  .object({
    conversations: z
      .array(
        z.object({
          id: uuid(),
          version: whole({ min: 1, max: SKIP_MAX }).meta({
            description: 'Conversations as seen by the caller; those that changed since are skipped.',
          }),
        }),
      )
      .min(1)
      .max(BULK_REPLIES_MAX),
    bodies: replyBodies().meta({ description: 'An empty language falls back to the default one.' }),
  })
  .meta({ id: 'MessageBulkReply' });
export type MessageBulkReply = z.infer<typeof MessageBulkReply>;

/** A reply template with the member's values filled in. */
export const ResolvedTemplate = z
  .object({ id: id(), title: z.string(), body: z.string() })
  .meta({ id: 'ResolvedTemplate' });

import type { MessageImage } from '@agora/contract/features/messages/messages.images.contract';
import { type SQL, sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, smallint, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../../platform/db/moment.ts';
import { users } from '../../accounts/accounts.users.table.ts';
import { messageEntries, messagePendingReplies } from '../messages.table.ts';

/**
 * Pictures that members send with their messages, and the team with its replies. Their id names their files in the storage. A picture that
 * loses its message or owner becomes invisible, and is deleted with its files soon after.
 */
export const messageImages = pgTable(
  'message_images',
  {
    id: uuid().primaryKey(),
    owner_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Null until its message is sent. */
    entry_id: uuid().references(() => messageEntries.id, { onDelete: 'set null' }),
    /** The reply that will be its message. */
    pending_id: uuid().references(() => messagePendingReplies.id, { onDelete: 'set null' }),
    /** Index in that message. */
    position: smallint().notNull().default(0),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Size of the uploaded file. */
    bytes: integer().notNull(),
    created_at: moment().notNull(),
    /** True once its files are stored. Until then it is invisible, and housekeeping deletes it. */
    has_files: boolean().notNull().default(true),
  },
  (table) => [
    index('message_images_entry').on(table.entry_id).where(sql`entry_id is not null`),
    index('message_images_pending').on(table.pending_id).where(sql`pending_id is not null`),
    index('message_images_owner').on(table.owner_id),
    index('message_images_unsent').on(table.created_at).where(sql`entry_id is null or owner_id is null`),
    check('message_images_size', sql`width > 0 and height > 0 and bytes > 0`),
  ],
);

const imagesBy = (condition: SQL) => sql<MessageImage[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', image.id, 'width', image.width, 'height', image.height)
    order by image.position, image.id)
  from message_images as image where ${condition} and image.owner_id is not null), '[]')`;

/** The pictures of a message. */
export const imagesOfEntry = imagesBy(sql`image.entry_id = message_entries.id`);

/** The pictures of a pending reply, as `reply`. */
export const imagesOfPending = imagesBy(sql`image.pending_id = reply.id`);

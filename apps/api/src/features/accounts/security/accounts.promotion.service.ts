import { nameAndAddressOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { Db } from '../../../platform/db/client.ts';
import { enqueue } from '../../../platform/jobs/queue.ts';
import type { User } from '../accounts.users.table.ts';
import type { Caller } from '../sessions/accounts.sessions.service.ts';
import { listSuperusers } from '../users/accounts.users.queries.ts';

/** The user who changes an account. Changes that grant privileges require their recent password. */
export type Actor = Pick<
  Caller,
  'id' | 'email' | 'full_name' | 'password_at' | 'is_superuser' | 'permissions'
>;

/** Notifies every other active superuser of a new one, one mail each, so that failures retry separately. */
export async function notifyOfPromotion(
  tx: Db,
  now: Date,
  promoted: User,
  actor?: Pick<Actor, 'id' | 'email' | 'full_name'>,
): Promise<void> {
  if (!actor) return;
  for (const { id, is_active, invitation_expires_at } of await listSuperusers(tx, now))
    if (is_active && !invitation_expires_at && id !== promoted.id)
      await enqueue(tx, 'users.promoted_mail', {
        recipient_id: id,
        promoted: nameAndAddressOf(promoted),
        actor: nameAndAddressOf(actor),
      });
}

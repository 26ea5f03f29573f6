import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { items } from './items.table.ts';

/** Items of an account that a request may erase, each with its entry in the audit log: more take too long. */
const ERASED_AT_ONCE = 500;

/** True if an account has more items than that, in the trash or not. */
export async function hasManyItems(db: Db, owner_id: string): Promise<boolean> {
  const some = await db
    .select({ id: items.id })
    .from(items)
    .where(eq(items.owner_id, owner_id))
    .limit(ERASED_AT_ONCE + 1);
  return some.length > ERASED_AT_ONCE;
}

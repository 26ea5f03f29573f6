import { deleteCurrentSession } from '../features/accounts/accounts.sessions.queries.ts';
import { signOut } from '../platform/sign-out.ts';

/** Ends the session in the API, and locally even if the API is unreachable. */
export async function logOut(): Promise<void> {
  await deleteCurrentSession().catch(() => undefined);
  signOut();
}

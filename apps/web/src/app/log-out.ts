import { deleteCurrentSession } from '../features/accounts/accounts.sessions.queries.ts';
import { forgetAllDrafts } from '../platform/draft.ts';
import { endSession } from '../platform/session.ts';

/** Ends the session in the API, and locally even if the API is unreachable. */
export async function logOut(): Promise<void> {
  await deleteCurrentSession().catch(() => undefined);
  await import('../platform/buffer.ts').then((buffer) => buffer.forgetAllBuffers()).catch(() => undefined);
  // Last and synchronous: a form about to store its draft finds no session.
  forgetAllDrafts();
  endSession({ comeBack: false });
}

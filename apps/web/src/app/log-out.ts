import { deleteCurrentSession } from '../features/accounts/accounts.sessions.queries.ts';
import { forgetAllDrafts } from '../platform/draft.ts';
import { endSession } from '../platform/session.ts';

/** Ends the session at the service, and here even if the service can't be reached. */
export async function logOut(): Promise<void> {
  await deleteCurrentSession().catch(() => undefined);
  await import('../platform/buffer.ts').then((buffer) => buffer.forgetAllBuffers()).catch(() => undefined);
  // Last and at once: a form that still waits to store its draft finds no session.
  forgetAllDrafts();
  endSession({ comeBack: false });
}

import { deleteAllDrafts } from './drafts.ts';
import { endSession } from './session.ts';

/** Ends the session of this browser on request: nothing typed stays on a shared machine. */
export function signOut(): void {
  deleteAllDrafts();
  endSession({ returnsAfterSignIn: false });
}

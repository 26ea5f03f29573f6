import { deleteAllDrafts } from './drafts.ts';
import { endSession } from './session.ts';

/** Signs out on request and deletes all drafts, so that no input stays on a shared computer. */
export function signOut(): void {
  deleteAllDrafts();
  endSession({ returnsAfterSignIn: false });
}

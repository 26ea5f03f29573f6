import { forgetAllDrafts } from './drafts.ts';
import { endSession } from './session.ts';

/** Ends the session of this browser on request: nothing typed stays on a shared machine. */
export async function signOut(): Promise<void> {
  await forgetAllDrafts();
  endSession({ comeBack: false });
}

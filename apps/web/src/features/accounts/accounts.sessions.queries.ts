import { tsr } from '../../platform/client.ts';
import { refresh } from '../../platform/query-client.ts';
import { deleteToken, isSignedIn } from '../../platform/session.ts';

const KEY = ['sessions'] as const;

export const useSessions = () => tsr.sessions.readSessions.useQuery({ queryKey: KEY, queryData: {} });

export const useDeleteSession = () =>
  tsr.sessions.deleteSession.useMutation({ onSettled: () => refresh(KEY) });

export const useDeleteSessions = () => tsr.sessions.deleteSessions.useMutation();

/** Ends the session of this browser in the API. @throws {ApiError} */
export const deleteCurrentSession = () => tsr.sessions.deleteCurrentSession.mutate();

/** Ends the session of this browser, if there is one, and stays on the page. */
export async function endCurrentSession(): Promise<void> {
  if (!isSignedIn()) return;
  // The request has already read the token when it is dropped.
  const request = deleteCurrentSession();
  deleteToken();
  await request.catch(() => undefined);
}

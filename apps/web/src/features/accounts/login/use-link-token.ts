import { useState } from 'react';

/**
 * Token of a mail link. `boot.js` removed it from the URL, to keep it out of history, bookmarks and shared
 * links; the history state preserves it across a reload.
 */
export function useLinkToken(): string | undefined {
  const [token] = useState(() => (window.history.state as { token?: string } | null)?.token);
  return token;
}

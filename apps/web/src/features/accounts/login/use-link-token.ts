import { useState } from 'react';

/**
 * The token of a mail's link. `boot.js` took it out of the address, so that it stays out of the history, of
 * bookmarks and of what is shared; the state of the tab keeps it through a reload.
 */
export function useLinkToken(): string | undefined {
  const [token] = useState(() => (window.history.state as { token?: string } | null)?.token);
  return token;
}

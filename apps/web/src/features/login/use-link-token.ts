import { useEffect, useState } from 'react';
import { navigate } from '../../platform/public-navigation.tsx';

const tokenInAddress = () => new URLSearchParams(window.location.search).get('token') ?? undefined;
const tokenInState = () => (window.history.state as { token?: string } | null)?.token;

/**
 * The token of a mail's link. It leaves the address at once, so that it stays out of the history, of
 * bookmarks and of what is shared; a reload still finds it, in the state of the tab.
 */
export function useLinkToken(): string | undefined {
  const [token] = useState(() => tokenInAddress() ?? tokenInState());

  useEffect(() => {
    if (tokenInAddress()) navigate(window.location.pathname, { replace: true, state: { token } });
  }, [token]);

  return token;
}

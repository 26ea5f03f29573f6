import { Action } from 'history';
import { type ReactNode, useEffect, useLayoutEffect, useState, useTransition } from 'react';
import { Router } from 'react-router';
import { history } from '../platform/history.ts';

interface HistoryRouterProps {
  /** Given whether the next page is still being loaded; until then the former one stays. */
  children: (isLoading: boolean) => ReactNode;
}

export function HistoryRouter({ children }: HistoryRouterProps) {
  const [{ location }, setState] = useState({ location: history.location });
  const [isLoading, startTransition] = useTransition();

  useLayoutEffect(() => history.listen((update) => startTransition(() => setState(update))), []);

  useEffect(() => {
    // Back and forward restore where the page was scrolled to by themselves.
    if (history.action !== Action.Pop) window.scrollTo(0, 0);
  }, [location.pathname]);

  return (
    <Router location={location} navigator={history}>
      {children(isLoading)}
    </Router>
  );
}

import { createBrowserHistory, type Transition } from 'history';
import { onSessionEnd } from './session.ts';

/**
 * The history of the back-office. react-router follows it (app/history-router.tsx) in its declarative form,
 * which is 20 kB lighter than its data router; leaving a page is held up here.
 */
export const history = createBrowserHistory();

/**
 * Holds up whatever would leave the page, by a link, the back button or closing the tab. Moves within the
 * page, as those between parts of a list, go on.
 * @param onBlocked is given the move, to `retry` once `release` was called
 * @returns release
 */
export function blockLeaving(onBlocked: (move: Transition) => void): () => void {
  const unblock = history.block((move) => {
    if (move.location.pathname !== history.location.pathname) return onBlocked(move);
    release();
    move.retry();
    return undefined;
  });
  // Nobody is asked when the session is over: there is nothing to stay for.
  const stop = onSessionEnd(unblock);
  function release(): void {
    stop();
    unblock();
  }
  return release;
}

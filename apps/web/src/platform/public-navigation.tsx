import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react';

/**
 * Moving between the few public pages without a page load. The back-office has react-router for this, whose
 * 31 kB the sign-in page would have to wait for.
 */
const NAVIGATED = 'agora:navigated';

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(NAVIGATED, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(NAVIGATED, listener);
  };
}

/** The path of the page, without a slash at its end. */
export const usePath = (): string =>
  useSyncExternalStore(subscribe, () => `/${window.location.pathname.split('/').filter(Boolean).join('/')}`);

export function navigate(
  path: string,
  { replace = false, state = null }: { replace?: boolean; state?: unknown } = {},
): void {
  if (replace) window.history.replaceState(state, '', path);
  else window.history.pushState(state, '', path);
  window.scrollTo(0, 0);
  window.dispatchEvent(new Event(NAVIGATED));
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** A link to another public page. */
export function PublicLink({ to, children, ...rest }: ComponentProps<'a'> & { to: string }) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </a>
  );
}

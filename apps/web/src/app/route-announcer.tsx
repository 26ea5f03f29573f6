import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Time for a page to set its title. */
const TITLE_DELAY_MS = 150;

/** After navigation, announces the page title to screen readers and focuses its content. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState('');
  const previous = useRef(pathname);

  useEffect(() => {
    if (previous.current === pathname) return undefined;
    previous.current = pathname;
    const timer = setTimeout(() => {
      setTitle(document.title);
      const content = document.getElementById('content');
      if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
    }, TITLE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [pathname]);

  return (
    <div className="visually-hidden" aria-live="polite">
      {title}
    </div>
  );
}

import { useEffect } from 'react';

const PRODUCT = 'Agora';

/** Names the page in its tab and for screen readers, which announce it when the route changes. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
}

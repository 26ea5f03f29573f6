import { useEffect } from 'react';
import { PRODUCT_NAME } from './product-name.ts';

/** Names the page in its tab and for screen readers, which announce it when the route changes. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}

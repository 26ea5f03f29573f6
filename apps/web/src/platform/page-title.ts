import { useEffect } from 'react';
import { PRODUCT_NAME } from './product-name.ts';

/** Sets the document title; screen readers announce it when the route changes. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}

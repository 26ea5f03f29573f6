import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Scrolls to a part of a page when an address names it, also from the same page.
 * @param isRendered false while the part is not drawn yet
 */
export function useLinkTarget<Part extends HTMLElement>(
  id: string,
  isRendered = true,
): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (isRendered && hash === `#${id}`) part.current?.scrollIntoView();
  }, [isRendered, hash, key, id]);
  return part;
}

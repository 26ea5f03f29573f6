import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Scrolls to a part of a page when the hash of the address names it, also after navigation within the page.
 * @param isRendered false until the part is rendered
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

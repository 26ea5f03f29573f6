/** The element that had the focus last. */
interface FocusedElement {
  element: Element;
  /** Range before its row, if it is in a list or table. */
  row: Range | undefined;
  /** Its sections, innermost first, up to its overlay or the page. */
  sections: Element[];
  path: string;
}

const OVERLAY = '[role=dialog], [role=menu]';

/** The last focused element of the page and of each overlay, the innermost overlay last. */
const lastFocused = new Map<Element, FocusedElement>();

/** Tracks the focus, to restore it when the focused element is removed. */
export function trackFocus(): void {
  if (document.activeElement && document.activeElement !== document.body) remember(document.activeElement);
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target !== document.body) remember(target);
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget === null && target instanceof Element) queueMicrotask(() => forgetBlurred(target));
  });
  new MutationObserver(() => restore({ isIdle: false })).observe(document, {
    childList: true,
    subtree: true,
  });
}

function remember(element: Element): void {
  const sections: Element[] = [];
  const closestSection = (inner: Element | null | undefined) => inner?.closest(`section, ${OVERLAY}`);
  let section = closestSection(element);
  while (section && !section.matches(OVERLAY)) {
    sections.push(section);
    section = closestSection(section.parentElement);
  }
  const scope = section ?? document.body;
  // Inserted again, so that the innermost overlay comes last.
  lastFocused.delete(scope);
  lastFocused.set(scope, {
    element,
    row: rangeBefore(element.closest('li, tr')),
    sections: [...sections, scope],
    path: window.location.pathname,
  });
}

/** An element that was blurred on purpose, for example with Escape, does not get the focus back. */
function forgetBlurred(element: Element): void {
  const wasBlurred = document.activeElement === document.body && element.isConnected;
  if (!wasBlurred || element.matches(':disabled')) return;
  for (const [scope, focused] of lastFocused) if (focused.element === element) lastFocused.delete(scope);
}

/**
 * Focuses the element that had the focus before the last overlay closed or an action started; if it is gone
 * or disabled, its row or the row now in its place; otherwise the heading above it.
 */
export const restoreFocus = (): void => restore({ isIdle: true });

/** @param isIdle false while an element that is disabled may be enabled again */
function restore({ isIdle }: { isIdle: boolean }): void {
  if (document.activeElement !== document.body) return;
  let hasClosed = false;
  for (const [scope, { element, row, sections, path }] of [...lastFocused].toReversed()) {
    if (!scope.isConnected) {
      lastFocused.delete(scope);
      hasClosed = true;
      continue;
    }
    // After navigation, the new page sets the focus.
    if (path !== window.location.pathname) return;
    if (!isIdle && element.isConnected && (!hasClosed || element.matches(':disabled'))) return;
    if (focus(element) || focus(rowAt(row), -1)) return;
    sections.some((section) => section.isConnected && focus(section.querySelector('h1, h2, h3'), -1));
    return;
  }
}

function rangeBefore(row: Element | null): Range | undefined {
  if (!row) return undefined;
  const range = document.createRange();
  range.setStartBefore(row);
  return range;
}

/** A range keeps its position when rows after it are removed. */
function rowAt(row: Range | undefined): Element | undefined {
  const { children } = row?.startContainer instanceof Element ? row.startContainer : { children: [] };
  const found = children[Math.min(row?.startOffset ?? 0, children.length - 1)];
  return found?.matches('li, tr') ? found : undefined;
}

function focus(element: Element | null | undefined, tabIndex?: -1): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (tabIndex !== undefined && !element.hasAttribute('tabindex')) element.tabIndex = tabIndex;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

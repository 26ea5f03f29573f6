/** Pixels between toasts and their surroundings. */
const GAP = 8;

/** The bar, the links and buttons in the head of the page, and the search of a list. */
const HEAD = '.mantine-AppShell-header, header:has(h1) :is(a, button), [type="search"]';
const BUTTONS = 'button, [role="button"], .mantine-Button-root';
/** Entries and fields of a conversation, and its buttons that are used often: those with a key. */
const WORK = '[role="log"] li, details[open], textarea, section:has([role="log"]) [data-shortcut]';
const HEADINGS = 'h1, h2';
const OBSTACLES = `${HEAD}, ${WORK}, ${HEADINGS}, a[href], button, label, input, select, summary, [role="button"], [tabindex="0"]`;
/** Cost of covering an element, the highest first; any other control costs 1. */
const WEIGHTS = [
  [HEAD, 10_000],
  [WORK, 1_000],
  [BUTTONS, 100],
  [HEADINGS, 50],
] as const;

interface Edges {
  top: number;
  bottom: number;
}

interface Obstacle extends Edges {
  /** Cost of covering it. */
  weight: number;
}

/** The box of an element, or of a heading's text: the heading itself is as wide as the page. */
function boxOf(element: HTMLElement): DOMRect {
  if (!element.matches(HEADINGS)) return element.getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(element);
  return text.getBoundingClientRect();
}

/** Without the part that is scrolled out of a pane. */
function shownIn(pane: Element | null, { top, bottom }: Edges): Edges {
  if (!pane) return { top, bottom };
  const box = pane.getBoundingClientRect();
  const isCut = getComputedStyle(pane).overflowY === 'auto';
  return shownIn(
    pane.parentElement,
    isCut ? { top: Math.max(top, box.top), bottom: Math.min(bottom, box.bottom) } : { top, bottom },
  );
}

/** Obstacles between two edges of the viewport; only those in the open dialog, if there is one. */
function obstaclesBetween(left: number, right: number, toasts: Element): Obstacle[] {
  const scope = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document.body;
  return [...scope.querySelectorAll<HTMLElement>(OBSTACLES)]
    .filter((element) => !toasts.contains(element) && element.checkVisibility({ visibilityProperty: true }))
    .map((element) => ({ element, box: boxOf(element) }))
    .filter(({ box }) => box.right > left && box.left < right && box.bottom > 0 && box.top < innerHeight)
    .map(({ element, box }) => ({
      ...shownIn(element.parentElement, box),
      weight: WEIGHTS.find(([selector]) => element.matches(selector))?.[1] ?? 1,
    }))
    .filter(({ top, bottom }) => bottom > top);
}

/**
 * Pixels from the top of the viewport at which toasts cover no obstacle: the highest free place in the upper
 * half, or the one that covers least. The current place is preferred while it is free.
 */
function topFor({ left, right, height }: DOMRect, now: number | undefined, toasts: Element): number {
  const obstacles = obstaclesBetween(left, right, toasts);
  const covered = (top: number) =>
    obstacles
      .filter((one) => one.top < top + height && one.bottom > top)
      .reduce((sum, { weight }) => sum + weight, 0);
  if (now !== undefined && covered(now) === 0) return now;
  const tops = [0, ...obstacles.map(({ bottom }) => bottom)]
    .map((edge) => edge + GAP)
    .filter((top) => top <= innerHeight / 2)
    .sort((one, other) => one - other);
  return tops.reduce((best, top) => (covered(top) < covered(best) ? top : best), tops[0] ?? GAP);
}

/**
 * Moves toasts away from obstacles, also when the page below changes; while the pointer is over them, once it
 * has left. A toast that comes in moves past a pointer in the bar.
 * @param container of the toasts; its `--toasts-top` sets their position
 */
export function placeToasts(container: HTMLElement): void {
  let top: number | undefined;
  let frame = 0;

  function place(): void {
    const toasts = [...container.querySelectorAll<HTMLElement>('[data-sonner-toast][data-visible="true"]')];
    const [first] = toasts;
    if (!first) top = undefined;
    if (!first || container.querySelector(':hover, :focus-within')) return;
    const { left, width } = first.getBoundingClientRect();
    const height = Math.max(...toasts.map(({ offsetHeight }) => offsetHeight)) + (toasts.length - 1) * GAP;
    top = topFor(new DOMRect(left, 0, width, height), top, container);
    container.style.setProperty('--toasts-top', `${top}px`);
  }

  function placeSoon(): void {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(place);
  }

  new MutationObserver(placeSoon).observe(document.body, { childList: true, subtree: true });
  for (const event of ['mouseout', 'focusout']) container.addEventListener(event, placeSoon);
  for (const event of ['resize', 'scrollend']) window.addEventListener(event, placeSoon);
}

/** Milliseconds after which the page gets the keys again, even if no field has taken the text. */
const PATIENCE = 10_000;

let take: (() => string) | undefined;

/** Buffers keystrokes for a field that is still loading, so that they are neither lost nor shortcuts. */
export function keepTyping(): void {
  if (take) return;
  let text = '';
  const keep = (event: KeyboardEvent) => {
    // AltGr, with which some keyboards write, is both Control and Alt.
    if (event.ctrlKey !== event.altKey || event.metaKey) return;
    if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const timer = setTimeout(takeTyped, PATIENCE);
  window.addEventListener('keydown', keep, { capture: true });
  take = () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', keep, { capture: true });
    take = undefined;
    return text;
  };
}

/** Stops buffering. @returns the buffered text */
export const takeTyped = (): string => take?.() ?? '';

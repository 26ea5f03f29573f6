/** Milliseconds after which the keys are the page's again, though no field has taken what was typed. */
const PATIENCE = 10_000;

let take: (() => string) | undefined;

/** Keeps what is typed for a field that is still to come, so that it neither gets lost nor acts on the page. */
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

/** Ends the keeping. @returns what was typed since it began */
export const takeTyped = (): string => take?.() ?? '';

let isPressed = false;
let waiting: (() => void)[] = [];

function release(): void {
  isPressed = false;
  // The click event fires immediately after the release.
  setTimeout(() => {
    const acts = waiting;
    waiting = [];
    for (const act of acts) act();
  });
}

window.addEventListener('mousedown', () => (isPressed = true), true);
window.addEventListener('mouseup', release, true);
window.addEventListener('dragend', release, true);

/**
 * Runs `act` now, or after the click if a mouse button is down. An element that appears during a press can
 * move the click target, and the click is lost.
 */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act);
  else act();
}

/** Drops what waits for the click that submits a form: validating a field after that could hide the service's answer. */
export function dropWaiting(): void {
  waiting = [];
}

let isPressed = false;
let pending: (() => void)[] = [];

function release(): void {
  isPressed = false;
  // The click event fires immediately after the release.
  setTimeout(() => {
    const callbacks = pending;
    pending = [];
    for (const callback of callbacks) callback();
  });
}

window.addEventListener('mousedown', () => (isPressed = true), true);
window.addEventListener('mouseup', release, true);
window.addEventListener('dragend', release, true);

/**
 * Runs `act` now, or after the click if a mouse button is down. An element that appears during a press can
 * move the click target, and the click is lost.
 */
export function afterPress(callback: () => void): void {
  if (isPressed) pending.push(callback);
  else callback();
}

/** Drops what waits for the click that submits a form: validating a field after that could hide the service's answer. */
export function cancelAfterPress(): void {
  pending = [];
}

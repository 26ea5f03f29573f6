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
 * Runs `callback` now, or after the click if a mouse button is pressed: an element that appears during a
 * press can move the click target, and the click is lost.
 */
export function afterPress(callback: () => void): void {
  if (isPressed) pending.push(callback);
  else callback();
}

/**
 * Discards pending callbacks when a form is submitted: validating a field afterwards could hide the error of
 * the response.
 */
export function cancelAfterPress(): void {
  pending = [];
}

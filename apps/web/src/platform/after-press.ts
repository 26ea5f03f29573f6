let isPressed = false;
let waiting: (() => void)[] = [];

function release(): void {
  isPressed = false;
  const acts = waiting;
  waiting = [];
  // The click follows the release at once.
  setTimeout(() => acts.forEach((act) => act()));
}

window.addEventListener('mousedown', () => (isPressed = true), true);
window.addEventListener('mouseup', release, true);
window.addEventListener('dragend', release, true);

/**
 * Acts now, or after the click if a mouse button is held down: what appears under a press moves its target
 * away, and the click is lost.
 */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act);
  else act();
}

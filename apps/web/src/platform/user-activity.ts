/** Milliseconds since the last act within which somebody counts as present. */
const ACTIVE_FOR_MS = 60_000;

let lastActivity = Date.now();

for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'])
  addEventListener(
    event,
    () => {
      lastActivity = Date.now();
    },
    { capture: true, passive: true },
  );

/** False if the page has been left alone: its calls then do not keep an idle session. */
export const isUserActive = (): boolean => Date.now() - lastActivity < ACTIVE_FOR_MS;

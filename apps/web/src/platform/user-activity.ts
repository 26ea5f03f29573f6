/** Milliseconds after the last input during which the user counts as active. */
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

/** False without recent input: requests then do not extend the session. */
export const isUserActive = (): boolean => Date.now() - lastActivity < ACTIVE_FOR_MS;

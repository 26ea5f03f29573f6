/** Milliseconds since the last act within which somebody counts as present. */
const PRESENT_FOR = 60_000;

let lastAct = Date.now();

for (const act of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'])
  addEventListener(
    act,
    () => {
      lastAct = Date.now();
    },
    { capture: true, passive: true },
  );

/** False if the page has been left alone: its calls then do not keep an idle session. */
export const isAttended = (): boolean => Date.now() - lastAct < PRESENT_FOR;

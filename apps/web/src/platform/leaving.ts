/** Asks about the unsaved changes of a page; resolves to false if somebody stays. */
type Guard = () => Promise<boolean>;

const guards = new Set<Guard>();
let isWorking = false;

/** Registers a guard. @returns removes it */
export function addGuard(guard: Guard): () => void {
  guards.add(guard);
  return () => void guards.delete(guard);
}

/** True while `leavingAfter` works. */
export const isLeaving = (): boolean => isWorking;

/**
 * Does something that ends on another page, such as deleting what is shown. Asks about unsaved changes first: after it,
 * there would be nothing to go back to.
 */
export async function leavingAfter(work: () => Promise<void>): Promise<void> {
  for (const guard of guards) if (!(await guard())) return;
  isWorking = true;
  try {
    await work();
  } finally {
    isWorking = false;
  }
}

import { availableParallelism } from 'node:os';
import { createWorkQueue } from '../work-queue.ts';

/** Maximum wait for a hash, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** One hash at a time per core: more would slow down all of them, and everything else (ASVS 15.2.2). */
export const queueWork = createWorkQueue({ slots: availableParallelism(), timeoutMs: TIMEOUT_MS });

import { availableParallelism } from 'node:os';
import { createTurns } from '../turns.ts';

/** Maximum wait of a hash for its turn, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** One hash at a time per core: more would slow down all of them, and everything else (ASVS 15.2.2). */
export const inTurn = createTurns({ slots: availableParallelism(), timeoutMs: TIMEOUT_MS });

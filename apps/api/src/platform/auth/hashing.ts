import { availableParallelism } from 'node:os';
import { createTurns } from '../turns.ts';

/** Milliseconds that a hash waits for its turn at most. */
const PATIENCE = 2_000;

/** One hash at a time for each core: more would only make all of them, and everything else, slower (ASVS 15.2.2). */
export const inTurn = createTurns({ slots: availableParallelism(), patience: PATIENCE });

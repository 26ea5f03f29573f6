import { loggable } from '../db/errors.ts';

/** Runs the work for each value, even after failures. @throws {AggregateError} if any failed */
export async function tryEach<One>(all: Iterable<One>, work: (one: One) => Promise<unknown>): Promise<void> {
  const errors: Error[] = [];
  for (const one of all)
    try {
      await work(one);
    } catch (error) {
      errors.push(error as Error);
    }
  if (errors.length > 0)
    throw new AggregateError(errors, errors.map((error) => loggable(error).message).join('\n'));
}

const lines: string[] = [];

/** Stores an error logged by a service. */
export const logError = (line: string) => lines.push(line);

/** Returns the errors since the last call. */
export const drainErrors = () => lines.splice(0).join('');

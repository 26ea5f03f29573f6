const lines: string[] = [];

/** Keeps an error that a service logs. */
export const logError = (line: string) => lines.push(line);

/** Returns the errors since the last call. */
export const takeErrors = () => lines.splice(0).join('');

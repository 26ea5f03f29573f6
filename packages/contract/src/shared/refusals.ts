/**
 * Refusals by their stable code: the HTTP status and the English text. Clients translate the code; the text is for
 * people who read logs and for clients that do not know the code.
 */
export type Refusals = Readonly<Record<string, readonly [status: number, detail: string]>>;

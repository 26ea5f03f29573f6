/**
 * Refusals by their stable code: HTTP status and English text. Clients translate the code; the text is for
 * readers of logs and for clients that do not know the code.
 */
export type Refusals = Readonly<Record<string, readonly [status: number, detail: string]>>;

import postgres from 'postgres';

/** Delay between connection attempts in seconds, short enough to notice quickly that the server is back. */
const backoff = (tries: number) => Math.min(3 ** tries / 100, 0.5);

/**
 * Opens a client of the driver, whose connections are made on first use. Array types stay unknown to it: the driver
 * would ask each new connection for them, and where that query fails, nothing can catch its error, which ends the
 * process (porsager/postgres 1192). So a statement passes a list as text, `{a,b}`, and selects one as JSON.
 */
export const openDriver = (url: string, options: postgres.Options<Record<string, never>>): postgres.Sql =>
  postgres(url, { onnotice: () => {}, fetch_types: false, backoff, ...options });

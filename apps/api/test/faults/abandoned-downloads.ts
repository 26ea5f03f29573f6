import type postgres from 'postgres';

interface Downloads {
  url: string;
  headers: Record<string, string>;
  lanes: number;
  /** Downloads of each lane, one after the other. */
  turns: number;
}

/** Begins downloads and goes away, from every other one before its first bytes are read. */
export async function abandonDownloads({ url, headers, lanes, turns }: Downloads): Promise<void> {
  const lane = async () => {
    for (let turn = 0; turn < turns; turn += 1) {
      const away = new AbortController();
      const answer = await fetch(url, { headers, signal: away.signal });
      if (answer.status !== 200) throw new Error(`A download was answered ${answer.status}`);
      if (turn % 2) await answer.body?.getReader().read();
      away.abort();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** The product's connections that are in a transaction in which nothing happens. */
export const idleTransactions = (db: postgres.Sql) => db`select pid from pg_stat_activity
  where application_name = 'agora' and datname = current_database() and state like 'idle in transaction%'`;

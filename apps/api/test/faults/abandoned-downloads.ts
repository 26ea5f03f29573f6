import type postgres from 'postgres';

interface Downloads {
  url: string;
  headers: Record<string, string>;
  lanes: number;
  /** Sequential downloads per lane. */
  turns: number;
}

/** Starts downloads and aborts them, every other one before its first bytes. */
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

/** Connections of the product that are idle in a transaction. */
export const idleTransactions = (db: postgres.Sql) => db`select pid from pg_stat_activity
  where application_name = 'agora' and datname = current_database() and state like 'idle in transaction%'`;

import { randomUUID } from 'node:crypto';
import postgres from 'postgres';

export const TEMPLATE = 'agora_template';

/** URL of another database on the same server. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Creates a database: a copy of the migrated template, or an empty one. */
export async function createDatabase(serverUrl: string, template: string = TEMPLATE): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = postgres(serverUrl, { max: 1 });
  try {
    await admin`create database ${admin(name)} template ${admin(template)}`;
  } finally {
    await admin.end();
  }
  return urlOf(serverUrl, name);
}

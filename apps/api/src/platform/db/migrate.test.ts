import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}

describe('the migrations', () => {
  it('are each later than the one before: a database that is up to date skips those that are not', async () => {
    const journal = await readFile(new URL('../../../drizzle/meta/_journal.json', import.meta.url), 'utf8');
    const { entries } = JSON.parse(journal) as Journal;
    const inOrder = entries.toSorted((a, b) => a.when - b.when);
    expect(inOrder.map(({ tag }) => tag)).toEqual(entries.map(({ tag }) => tag));
  });
});

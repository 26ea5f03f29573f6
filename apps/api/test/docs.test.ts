import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../src/platform/config.ts';
import { type TestService, useService } from './harness.ts';

const run = promisify(execFile);
const service = useService();

/** The shell lines of a document, in their order. */
const shellOf = (markdown: string) =>
  [...markdown.matchAll(/^```sh\n(.*?)^```/gms)].map(([, lines = '']) => lines).join('');

/** What a line prints, beside what the document says that it prints. */
interface Printed {
  said: string;
  seen: string;
}

/** Runs the lines in one shell against a service that listens there, and fails with the first that fails. */
async function execute(lines: string, url: string): Promise<Printed[]> {
  const script = lines
    .replaceAll('http://localhost:8000', url)
    .replaceAll('curl -s ', 'curl -sSf ')
    .replaceAll(/^(.*) # (.*)$/gm, '$1\n# $2')
    .replaceAll(/^# (.*)$/gm, (_, said: string) => `printf '\\n%s\\n' '@@${said.replaceAll("'", '’')}'`);
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script]);
  const parts = stdout.split('\n').filter(Boolean);
  return parts.flatMap((part, index) =>
    part.startsWith('@@') ? [{ said: part.slice(2), seen: parts[index - 1] ?? '' }] : [],
  );
}

/** The names of an answer's fields, at every depth. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

async function publishArticle(t: TestService, token: string): Promise<void> {
  const names = { fr: 'Vie locale', en: 'Local life' };
  const category = await t.call('POST', '/news-categories/', { token, json: { names, color: '#00796b' } });
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Bonjour' }] };
  const text = { title: 'Bonjour', body: { type: 'doc', content: [paragraph] }, state: 'ready' };
  const json = { content: { translations: { fr: text } }, category_id: category.body.id };
  const { body } = await t.call('POST', '/news/', { token, json });
  await t.call('POST', `/news/${body.id}/publish`, { token, json: {} });
}

describe('docs/mobile.md', () => {
  it('has lines that work as they stand, and answer what it says', async () => {
    const t = service();
    const { id, token } = await t.superuser();
    const texts = { fr: { body: 'Bonjour' }, en: { body: 'Hello' } };
    await t.call('POST', '/daily-messages/', { token, json: { status: 'ready', translations: texts } });
    await t.call('POST', '/items/', { token, json: { title: 'An item' } });
    await publishArticle(t, token);
    await t.db.execute(sql`insert into broadcasts (id, name, category, translations, missing_locale, ttl_seconds, source, created_at, updated_at)
      values (${id}, '', 'announcement', '{"fr": {"title": "Bonjour", "body": "À tous"}, "en": null}', 'fallback', 60, 'manual', now(), now())`);
    await t.db.execute(sql`insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, not_before, status)
      values (${id}, ${id}, ${id}, 'ios', 'fr', now(), 'sent')`);
    const url = await t.app.listen({ port: 0, host: '127.0.0.1' });
    const printed = await execute(shellOf(await readFile(`${ROOT}docs/mobile.md`, 'utf8')), url);
    expect(printed.length).toBeGreaterThanOrEqual(5);
    for (const { said, seen } of printed) {
      const isJson = said.startsWith('{');
      expect(isJson ? shapeOf(JSON.parse(seen)) : seen).toEqual(isJson ? shapeOf(JSON.parse(said)) : said);
    }
  });
});

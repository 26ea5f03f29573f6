import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays } from '../apps/api/src/platform/time/civil-date.ts';
import { french } from '../apps/api/test/articles.ts';
import { useProduct } from './harness.ts';
import { civilDay, insertMembers, marker, settle } from './steps.ts';
import { expectShown, expectSoon, inEnglish, placeOf } from './watching.ts';

const product = useProduct();

async function openAs(path: string, locale: 'fr' | 'en' = 'en'): Promise<Page> {
  const { t } = product();
  const admin = locale === 'en' ? await inEnglish(t, t.colleague()) : await t.colleague();
  const page = await product().open(path, { as: admin, locale });
  await settle(page);
  return page;
}

/** The file that a menu entry of an export saves, with this name. */
async function exported(page: Page, menu: string, entry: string, name: RegExp): Promise<Buffer> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: entry }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(name);
  return readFile(await file.path());
}

/** The rows of the table that stands for a chart. */
async function rowsOf(page: Page, panel: string): Promise<string[]> {
  const region = page.getByRole('region', { name: panel, exact: true });
  await region.getByRole('button', { name: 'Show as a table' }).click();
  return region.getByRole('row').allInnerTexts();
}

/** An article that was read since yesterday. */
async function readArticle(): Promise<{ id: string; title: string }> {
  const { t } = product();
  const { token } = await t.superuser();
  const title = marker();
  const { body } = await t.call('POST', '/news/', { token, json: { content: french(title) } });
  await t.call('POST', `/news/${body.id}/publish`, { token, json: {} });
  await insertMembers(t, title, 4);
  await t.db.execute(`insert into news_reads (article_id, user_id, locale, at)
    select '${body.id}', id, 'fr', now() - case when row_number() over () > 1 then interval '1 day' else interval '0' end
    from users where email like '${title}%'`);
  return { id: body.id, title };
}

it('the page of an article tells when it was read, as a chart, a table and two files', async () => {
  const { id, title } = await readArticle();
  const page = await openAs(`/news/${id}`);
  const reads = page.getByRole('region', { name: 'Reads', exact: true });
  await reads.scrollIntoViewIfNeeded();
  await reads.locator('.recharts-bar-rectangle path').first().waitFor({ state: 'attached' });
  const named = (ending: string) =>
    new RegExp(`^Reads · ${title} · \\d+ (\\w+ )?–\\s\\d+ \\w+ \\d{4}\\.${ending}$`);
  const png = await exported(page, 'Export: Reads', 'Image (PNG)', named('png'));
  const accent = await page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context?.drawImage(image, 0, 0);
      const { data = [] } = context?.getImageData(0, 0, image.width, image.height) ?? {};
      let count = 0;
      for (let at = 0; at < data.length; at += 4)
        if ((data[at] ?? 0) < 60 && (data[at + 1] ?? 0) > 120 && (data[at + 2] ?? 0) > 90) count += 1;
      return { width: image.width, count };
    },
    [...png],
  );
  expect(accent.width).toBeGreaterThan(800);
  // Both bars, of which a mere legend has no more than a corner.
  expect(accent.count).toBeGreaterThan(5_000);
  const csv = (await exported(page, 'Export: Reads', 'Table (CSV)', named('csv'))).toString('utf8');
  const lines = csv.split('\r\n').slice(0, -1);
  expect(lines[0]).toBe('\uFEFF"Days","Reads"');
  expect(lines).toHaveLength(31);
  const day = civilDay('Europe/Paris');
  expect(lines.slice(-2)).toEqual([`"${addDays(day, -1)}","3"`, `"${day}","1"`]);
  const rows = await rowsOf(page, 'Reads');
  expect(rows.slice(-2).map((row) => row.split('\t')[1])).toEqual(['3', '1']);
  expect(rows.at(-1)).toContain('(not over yet)');
  await reads.getByText('12 months').click();
  await expectSoon(async () => (await reads.getByRole('row').count()) - 1 >= 12, true);
});

it('the dashboard saves its rankings as tables, by buttons that a phone shows whole', async () => {
  const { t } = product();
  const { token } = await t.superuser();
  await t.db.execute('delete from news_reads');
  await readArticle();
  const { body } = await t.call('POST', '/broadcasts/', { token, json: { name: 'Marché de nuit' } });
  await t.db.execute(`update broadcasts set status = 'sent', started_at = timestamptz '2026-05-05 19:30Z',
    reached = 4, opened = 1 where id = '${body.id}'`);
  const page = await openAs('/dashboard?from=2026-05-05&to=2026-05-05');
  await page.setViewportSize({ width: 390, height: 844 });
  const linesOf = (file: Buffer) => file.toString('utf8').slice(1).trimEnd().split('\r\n');
  expect(
    linesOf(
      await exported(page, 'Export: Open rate by hour of the week', 'Table (CSV)', /· 5 May 2026\.csv$/),
    ),
  ).toEqual(['"Hour","Members reached","Members who opened it"', '"Tuesday 21:00","4","1"']);
  const cut = await page
    .getByRole('main')
    .locator('.mantine-Button-label')
    .evaluateAll((all) =>
      all.filter((label) => label.scrollWidth > label.clientWidth).map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
  const sends = page.getByRole('region', { name: 'Push notifications', exact: true });
  await expectShown(sends.getByText('0 before').first());
  await sends.getByRole('link', { name: 'Sent: 1' }).click();
  await expectSoon(() => page.locator('main footer').getByRole('status').innerText(), '1–1 of 1');
  expect(placeOf(page)).toBe('/broadcast?status=sent&from=2026-05-05&to=2026-05-05');
  await page.goBack();
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('7 days').click();
  const [head, ...articles] = linesOf(
    await exported(page, 'Export: Most read articles', 'Table (CSV)', /· .+\s–\s.+ \d{4}\.csv$/),
  );
  expect(head).toBe('"Article","Reads","Period before"');
  expect(articles.map((line) => line.split(',').slice(1))).toEqual([['"4"', '"0"']]);
});

it.each([
  ['fr', '+0,5', '−5 pts'],
  ['en', '+0.5', '−5 pts'],
] as const)('the dashboard tells how averages and shares differ, in %s', async (locale, average, share) => {
  const { t } = product();
  const { token } = await t.superuser();
  await t.db.execute(`delete from ratings; delete from broadcasts`);
  await t.db.execute(`insert into ratings (id, target_type, score, comment, locale, created_at, updated_at)
    select gen_random_uuid(), 'app', score, '', 'fr', at, at
    from (values (4, timestamptz '2026-04-06 12:00Z'), (4, '2026-04-07 12:00Z'), (5, '2026-04-07 12:00Z')) as given (score, at)`);
  for (const [at, opened] of [
    ['2026-04-06 12:00Z', 6],
    ['2026-04-07 12:00Z', 5],
  ] as const) {
    const { body } = await t.call('POST', '/broadcasts/', { token, json: { name: marker() } });
    await t.db.execute(`update broadcasts set status = 'sent', started_at = timestamptz '${at}', reached = 20,
      opened = ${opened} where id = '${body.id}'`);
  }
  const page = await openAs('/dashboard?from=2026-04-07&to=2026-04-07', locale);
  await expectShown(
    page.getByRole('main').getByText(average, { exact: true }),
    page.getByRole('main').getByText(share, { exact: true }),
  );
});

it('the inbox tells how soon it answers', async () => {
  const { t } = product();
  const member = await t.member();
  await t.db.execute('delete from message_threads');
  for (const minutes of [10, 20, 120])
    await t.db.execute(`insert into message_threads (id, user_id, subject, category, status, locale, app_context,
        created_at, received_at, last_at, entry_count, first_answered_at)
      values ('${randomUUID()}', '${member.id}', '', 'other', 'waiting', 'fr', '{}', now() - interval '3 hours',
        now() - interval '3 hours', now() - interval '3 hours', 1, now() - interval '3 hours' + ${minutes} * interval '1 minute')`);
  const page = await openAs('/messages', 'fr');
  await page.getByRole('button', { name: 'Autres actions' }).click();
  await page.getByRole('menuitem', { name: 'Délais de réponse' }).click();
  const dialog = page.getByRole('dialog');
  await expectShown(dialog.getByText('20\u00a0min', { exact: true }));
  await expectShown(dialog.getByText('Nuits et week-ends comptent.'));
  await dialog.getByRole('button', { name: 'Afficher en tableau' }).click();
  const rows = await dialog.getByRole('row').allInnerTexts();
  // Of today, or of yesterday after midnight.
  expect(rows.slice(-2).join().replaceAll('\u202f', '\u00a0')).toContain('20\u00a0min');
});

it('ratings tell by month how many there are, with marks where versions began', async () => {
  const { t } = product();
  await t.db.execute('delete from ratings');
  const rate = async (version: string, ago: string, score: number) =>
    t.db.execute(`insert into ratings (id, user_id, target_type, score, comment, locale, app_version, created_at, updated_at)
      values ('${randomUUID()}', '${(await t.member()).id}', 'app', ${score}, '', 'fr', '${version}',
        now() - interval '${ago}', now() - interval '${ago}')`);
  await rate('3.0.0', '70 days', 2);
  await rate('3.1.0', '1 minute', 4);
  await rate('3.1.0', '1 minute', 5);
  const page = await openAs('/rates');
  const byMonth = page.getByRole('region', { name: 'By month' });
  for (const version of ['3.0.0', '3.1.0'])
    await byMonth.locator('svg').getByText(version).waitFor({ state: 'attached' });
  const rows = await rowsOf(page, 'By month');
  expect(rows.at(-1)).toMatch(/\t2\t4\.5$/);
  expect(rows.slice(1).some((row) => row.endsWith('\t0\t–'))).toBe(true);
});

it('a push shows its results beside the average of its category', async () => {
  const { t } = product();
  const { token } = await t.superuser();
  const sent = async (ago: string, accepted: number, opened: number) => {
    const { body } = await t.call('POST', '/broadcasts/', { token, json: { name: marker() } });
    await t.db.execute(`update broadcasts set category = 'news', status = 'sent',
      started_at = now() - interval '${ago}', finished_at = now() - interval '${ago}',
      targeted = 10, sent = ${accepted}, reached = 8, opened = ${opened} where id = '${body.id}'`);
    return body.id;
  };
  await sent('60 days', 9, 2);
  await sent('30 days', 5, 4);
  await sent('400 days', 1, 1);
  const page = await openAs(`/broadcast/${await sent('1 hour', 8, 6)}`);
  const progress = page.getByRole('region', { name: 'Progress', exact: true });
  await expectShown(
    progress.getByText('News: 70% on average'),
    progress.getByText('News: 38% on average'),
    progress.getByText('Average of the 2 others of its category, sent in the 12 months before.'),
  );
});

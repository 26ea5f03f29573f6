import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays } from '../apps/api/src/platform/time/civil-date.ts';
import { french } from '../apps/api/test/articles.ts';
import { useProduct } from './harness.ts';
import { civilDay, insertMembers, marker, settle } from './steps.ts';
import { inEnglish } from './watching.ts';

const product = useProduct();

async function openAs(path: string): Promise<Page> {
  const { t } = product();
  const page = await product().open(path, { as: await inEnglish(t, t.colleague()), locale: 'en' });
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

it('exports the chart of the reads of an article as a picture and as a table', async () => {
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
  // Both bars: the legend alone would have fewer coloured pixels.
  expect(accent.count).toBeGreaterThan(5_000);
  const csv = (await exported(page, 'Export: Reads', 'Table (CSV)', named('csv'))).toString('utf8');
  const lines = csv.split('\r\n').slice(0, -1);
  expect(lines[0]).toBe('\uFEFF"Days","Reads"');
  expect(lines).toHaveLength(31);
  const day = civilDay('Europe/Paris');
  expect(lines.slice(-2)).toEqual([`"${addDays(day, -1)}","3"`, `"${day}","1"`]);
});

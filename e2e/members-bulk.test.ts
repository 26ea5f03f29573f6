import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Account, randomEmail } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { button, inDialog, insertMembers, marker, namesIn } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish, placeOf } from './watching.ts';

const product = useProduct();

/** The list of members, in English. */
async function openList(query: string): Promise<Page> {
  const { t } = product();
  const admin = await inEnglish(t, t.superuser());
  return product().open(`/members${query}`, { as: admin, locale: 'en' });
}

const selectPage = (page: Page) =>
  page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
const isAlive = async ({ token }: Account) =>
  (await product().t.call('GET', '/users/me', { token })).status === 200;

async function countOf(query: string): Promise<number> {
  const { t } = product();
  const { token } = await t.superuser();
  return (await t.call('GET', `/users/?limit=0&${query}`, { token })).body.count;
}

describe('selected members', () => {
  it('are deactivated and reactivated together, and the others stay as they are', async () => {
    const { t } = product();
    const word = marker();
    const [one, two, other] = [
      await t.member({ full_name: `One ${word}` }),
      await t.member({ full_name: `Two ${word}` }),
      await t.member({ full_name: `Other ${word}` }),
    ];
    const page = await openList(`?search=${word}`);
    for (const name of ['One', 'Two'])
      await page.getByRole('checkbox', { name: `Select ${name} ${word}` }).check();
    await page.getByText('2 selected').waitFor();
    expect(await button(page, 'Reactivate').count()).toBe(0);
    await button(page, 'Deactivate').click();
    await page.getByRole('dialog', { name: 'Deactivate 2 accounts?' }).waitFor();
    await inDialog(page, 'Deactivate').click();
    await expectToast(page, '2 accounts have been deactivated.');
    expect([await isAlive(one), await isAlive(two), await isAlive(other)]).toEqual([false, false, true]);
    expect(await page.getByText('2 selected').count()).toBe(0);

    await selectPage(page);
    await button(page, 'Reactivate').click();
    await inDialog(page, 'Reactivate').click();
    await expectToast(page, '2 accounts have been reactivated. 1 already was.');
    expect(await countOf(`search=${word}&status=active`)).toBe(3);
    expect(await t.login(one.email, one.password)).toMatch(/^ey/);
  });

  it('that were just deactivated are reactivated by an undo, but not who was deactivated or deleted otherwise', async () => {
    const { t } = product();
    const { token } = await t.superuser();
    const word = marker();
    const [back, again, gone, before] = [
      await t.member({ full_name: `Back ${word}` }),
      await t.member({ full_name: `Again ${word}` }),
      await t.member({ full_name: `Gone ${word}` }),
      await t.member({ full_name: `Before ${word}` }),
    ];
    await t.call('POST', `/users/${before.id}/deactivate`, { token, json: {} });
    const page = await openList(`?search=${word}`);
    await selectPage(page);
    await button(page, 'Deactivate').click();
    await inDialog(page, 'Deactivate').click();
    await expectToast(page, '3 accounts have been deactivated. 1 already was.');
    await t.call('DELETE', `/users/${gone.id}`, { token });
    await t.call('POST', `/users/${again.id}/deactivate`, { token, json: { reason: 'Asked for it' } });
    await button(page, 'Undo').click();
    await expectToast(page, '1 account has been reactivated.');
    const skipped = page.getByRole('dialog', { name: 'Result' }).getByRole('listitem');
    await expectShown(
      skipped.filter({ hasText: `Gone ${word}` }),
      skipped.filter({ hasText: `Again ${word}Somebody else has just saved a change` }),
    );
    expect(await t.login(back.email, back.password)).toMatch(/^ey/);
    expect(await countOf(`search=${word}&status=active`)).toBe(1);
  });

  it('have their actions below the list, where no row moves by that', async () => {
    const word = marker();
    await insertMembers(product().t, word, 25);
    const page = await openList(`?search=${word}`);
    const second = page.getByRole('row').nth(2);
    const before = await second.boundingBox();
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    const count = page.getByText('1 selected');
    await count.waitFor();
    expect(await second.boundingBox()).toEqual(before);
    const { y = 0, height = 0 } = (await count.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(600);
    expect(y + height).toBeLessThanOrEqual(800);
  });

  it('are forgotten on another page and in another order', async () => {
    const word = marker();
    await insertMembers(product().t, word, 12);
    const page = await openList(`?search=${word}&size=10`);
    const bar = page.getByText(/^\d+ selected$/);
    await selectPage(page);
    await bar.waitFor();
    await page.getByRole('link', { name: 'Page 2' }).click();
    await bar.waitFor({ state: 'detached' });
    await selectPage(page);
    await page.getByText('2 selected').waitFor();
    await button(page, 'Clear the selection').click();
    await bar.waitFor({ state: 'detached' });
    expect(await button(page, 'Delete').count()).toBe(0);
    await page.getByRole('link', { name: 'Page 1' }).click();
    await page.getByRole('row').nth(10).waitFor();
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    await bar.waitFor();
    await button(page, 'Name').click();
    await bar.waitFor({ state: 'detached' });
  });

  it('are all that match, beyond this page, and a report tells who was left out and why', async () => {
    const { t } = product();
    const word = marker();
    await insertMembers(t, word, 12);
    await t.db.execute(`update users set deleted_at = now() where full_name like '${word}%'`);
    // Another account has the address of number 7 by now.
    await t.member({ email: `${word}7@example.com`, full_name: 'Newcomer' });
    const page = await openList(`?search=${word}&status=deleted&size=10`);
    await selectPage(page);
    await page.getByText('10 selected').waitFor();
    await button(page, 'Select all 12 matching').click();
    await page.getByText('12 selected').waitFor();
    await button(page, 'Restore').click();
    await page.getByRole('dialog', { name: 'Restore 12 accounts?' }).waitFor();
    await inDialog(page, 'Restore').click();
    const report = page.getByRole('dialog', { name: 'Result' });
    await expectShown(
      report.getByText('Done: 11'),
      report.getByText('Skipped: 1'),
      report
        .getByRole('listitem')
        .filter({ hasText: `${word} 07` })
        .getByText('already exists'),
    );
    expect(await countOf(`search=${word}`)).toBe(12);
    await inDialog(page, 'Close').last().click();
    await expectSoon(() => namesIn(page), [`${word} 07`]);
  });

  it('that are all that match are not touched when there are more by now', async () => {
    const word = marker();
    await insertMembers(product().t, word, 11);
    const page = await openList(`?search=${word}&size=10`);
    // With the event stream, the page would refetch the count by itself.
    await page.route(/\/api\/v1\/events$/, (route) => route.abort());
    await page.reload({ waitUntil: 'networkidle' });
    await selectPage(page);
    await button(page, 'Select all 11 matching').click();
    await product().t.member({ full_name: `Late ${word}` });
    await button(page, 'Delete').click();
    await inDialog(page, 'Delete').click();
    await expectToast(page, 'The list has changed: check it, then try again.');
    expect(await countOf(`search=${word}`)).toBe(12);
    await page.getByText('12 selected').waitFor();
    await button(page, 'Delete').click();
    await inDialog(page, 'Delete').click();
    await expectToast(page, '12 accounts have been moved to the trash.');
    expect(await countOf(`search=${word}`)).toBe(0);
  });

  it('that were the last of the last page lead to the page before', async () => {
    const word = marker();
    await insertMembers(product().t, word, 11);
    const page = await openList(`?search=${word}&sort=created_at&size=10&page=2`);
    await page.getByRole('checkbox', { name: `Select ${word} 11` }).check();
    await button(page, 'Deactivate').click();
    await inDialog(page, 'Deactivate').click();
    await expectToast(page, `The account of ${word} 11 has been deactivated.`);
    expect(placeOf(page)).toContain('page=2');
    await page.getByRole('checkbox', { name: `Select ${word} 11` }).check();
    await button(page, 'Delete').click();
    await inDialog(page, 'Delete').click();
    await expectSoon(async () => (await namesIn(page)).length, 10);
    expect(placeOf(page)).not.toContain('page=');
  });

  it('are erased for good from the trash once the word is typed', async () => {
    const word = marker();
    const { id } = await product().t.member({ full_name: `Gone ${word}` });
    const admin = await product().t.superuser();
    await product().t.call('DELETE', `/users/${id}`, { token: admin.token });
    const page = await openList(`?search=${word}&status=deleted`);
    await selectPage(page);
    await button(page, 'Erase for good').click();
    expect(await inDialog(page, 'Erase for good').isDisabled()).toBe(true);
    await page.getByLabel('Type erase to confirm').fill('erase');
    await inDialog(page, 'Erase for good').click();
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    expect(await countOf(`search=${word}&status=deleted`)).toBe(0);
  });
});

describe('the export of members', () => {
  it.each([
    { locale: 'fr', button: 'Exporter en CSV', file: 'membres.csv', separator: ';', status: 'désactivé' },
    { locale: 'en', button: 'Export CSV', file: 'members.csv', separator: ',', status: 'deactivated' },
  ] as const)('in $locale is the filtered list, in its order, safe to open', async (look) => {
    const { t } = product();
    const { token } = await t.superuser();
    const word = marker();
    await insertMembers(t, word, 11);
    const guest = { email: randomEmail(), full_name: `=1+1 ${word}`, locale: 'en' };
    await t.call('POST', '/users/invite', { token, json: guest });
    await t.db.execute(
      `update users set is_active = false, deactivated_at = now() where full_name like '%${word}%'`,
    );
    await t.member({ full_name: `Active ${word}` });
    const colleague = await t.colleague();
    await t.call('PATCH', '/users/me', { token: colleague.token, json: { locale: look.locale } });
    const path = `/members?search=${word}&status=deactivated&sort=-full_name&size=10`;
    const page = await product().open(path, { as: colleague, locale: look.locale });
    const download = page.waitForEvent('download');
    await button(page, look.button).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(look.file);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.startsWith('\uFEFF')).toBe(true);
    const [headings, ...lines] = text.trim().split('\r\n');
    expect(headings?.split(look.separator)).toHaveLength(8);
    const cells = lines.map((line) => line.split(look.separator));
    const numbers = Array.from(
      { length: 11 },
      (_, index) => `${word} ${String(11 - index).padStart(2, '0')}`,
    );
    expect(cells.map((row) => row[2])).toEqual([...numbers, `'=1+1 ${word}`]);
    expect(new Set(cells.map((row) => row[3]))).toEqual(new Set([look.status]));
  });
});

import { describe, expect, it } from 'vitest';
import { expectAccessible, PHONE, useProduct } from './harness.ts';
import { dateField, expectBigTargets, insertMembers, marker, namesIn, settle } from './steps.ts';
import { expectShown, expectSoon, inEnglish, placeOf, problemAt } from './watching.ts';

const product = useProduct();

describe('a date', () => {
  it.each([
    ['fr', 'Plus de filtres', 'Inscrit à partir du', '4 janvier 2020', '04/01/2020', 'par exemple'],
    ['en', 'More filters', 'Joined from', '4/1/2020', '4 Jan 2020', 'such as'],
  ] as const)('is typed as people of %s write it', async (locale, more, label, typed, shown, example) => {
    const { t } = product();
    const word = marker();
    await insertMembers(t, word, 5);
    const account = await t.superuser();
    await t.call('PATCH', '/users/me', { token: account.token, json: { locale } });
    const page = await product().open(`/members?search=${word}`, { as: account, locale });
    await page.getByRole('button', { name: more }).click();
    const field = dateField(page, label);
    await field.fill('31/02/2020');
    expect(await problemAt(field)).toBeUndefined();
    await field.blur();
    await expectSoon(async () => (await problemAt(field))?.includes(label), true);
    expect(await problemAt(field)).toContain(example);
    expect(await field.inputValue()).toBe('31/02/2020');
    expect(placeOf(page)).toBe(`/members?search=${word}`);
    await field.fill(typed);
    await field.blur();
    await expectSoon(() => field.inputValue(), shown);
    expect(await problemAt(field)).toBeUndefined();
    expect(placeOf(page)).toBe(`/members?search=${word}&from=2020-01-04`);
    await expectSoon(async () => (await namesIn(page)).length, 3);
  });

  it.each([undefined, PHONE])('is chosen in a calendar by keyboard alone', async (viewport) => {
    const { t } = product();
    const member = await t.member();
    const as = await inEnglish(t, t.superuser());
    const page = await product().open(`/members/${member.id}?view=account`, {
      as,
      locale: 'en',
      ...(viewport && { viewport }),
    });
    await settle(page);
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
    const field = dateField(page, 'Until');
    const year = new Date().getFullYear() + 1;
    await field.fill(`31 Dec ${year}`);
    await field.press('Tab');
    await page.keyboard.press('Enter');
    const calendar = page.getByRole('dialog', { name: 'Until: calendar' });
    await expectShown(calendar.getByRole('button', { name: `December ${year}`, exact: true }));
    await expectAccessible(page);
    await expectBigTargets(page);
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count()).toBe(1);
    const opener = page.getByRole('button', { name: 'Until: calendar' });
    await expectSoon(() => opener.evaluate((it) => it === document.activeElement), true);
    await page.keyboard.press('Enter');
    await calendar.waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await calendar.waitFor({ state: 'detached' });
    await expectSoon(() => field.inputValue(), `30 Dec ${year}`);
  });
});

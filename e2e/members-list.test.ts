import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { dateField, insertMembers, marker, namesIn, settle } from './steps.ts';
import { expectFocused, expectShown, expectSoon, inEnglish, placeOf } from './watching.ts';

const product = useProduct();

/** The list of members, in English. */
async function openList(query = '', service = product): Promise<Page> {
  const { t } = service();
  const admin = await inEnglish(t, t.superuser());
  return service().open(`/members${query}`, { as: admin, locale: 'en' });
}

const range = (page: Page) => page.locator('main footer').getByRole('status').innerText();
const numbers = async (page: Page) => (await namesIn(page)).map((name) => Number(name.split(' ').at(-1)));
const header = (page: Page, name: string) => page.getByRole('columnheader', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

describe('the list of members', () => {
  it('cuts a name after two lines, and shows the whole to the mouse and the keyboard', async () => {
    const { t } = product();
    const word = marker();
    const name = `${word} ${'de La Fontaine-Montmorency '.repeat(8)}`.trim();
    await t.member({ full_name: name });
    const page = await openList(`?search=${word}`);
    const link = page.getByRole('main').getByRole('link', { name: word });
    const lines = await link.evaluate(
      (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
    );
    expect(Math.floor(lines)).toBe(2);
    const whole = page.getByRole('tooltip').filter({ hasText: name });
    await link.hover();
    await whole.waitFor();
    await page.mouse.move(0, 0);
    await whole.waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: word }).focus();
    await page.keyboard.press('Tab');
    await whole.waitFor();
    await page.keyboard.press('Escape');
    await whole.waitFor({ state: 'detached' });
  });

  it('shows the initials of a first name and a surname, of which either may have two parts', async () => {
    const { t } = product();
    const word = marker();
    for (const name of ['Éloïse Saint-Exupéry', 'Jean-Paul Durand', 'Charles de Gaulle'])
      await t.member({ full_name: name, email: `${crypto.randomUUID()}@${word}.example.com` });
    const page = await openList(`?search=${word}&sort=full_name`);
    await settle(page);
    const drawn = page.locator('main tbody [data-drawn]');
    const initials = await drawn.evaluateAll((all) => all.map((it) => it.getAttribute('data-drawn')));
    expect(initials.sort()).toEqual(['CG', 'JD', 'ÉS']);
  });

  it('is searched without regard to accents and case, in names and addresses', async () => {
    const { t } = product();
    const word = marker();
    await t.member({ full_name: `Élodie Ümlaut ${word}` });
    const nameless = { email: `${word}.elodie@example.com`, password: 'correct horse' };
    await t.call('POST', '/users/signup', { json: nameless });
    const page = await openList();
    const search = page.getByRole('searchbox');
    await search.fill(`elodie umlaut ${word.toUpperCase()}`);
    await expectSoon(() => namesIn(page), [`Élodie Ümlaut ${word}`]);
    await search.fill(`${word} umlaut elodie`);
    await expectSoon(() => namesIn(page), [`Élodie Ümlaut ${word}`]);
    await search.fill(word);
    await expectSoon(async () => (await namesIn(page)).length, 2);
    expect(placeOf(page)).toBe(`/members?search=${word}`);

    await page.reload();
    await expectSoon(async () => (await namesIn(page)).length, 2);
    expect(await search.inputValue()).toBe(word);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expectSoon(() => placeOf(page), '/members');
    expect(await search.inputValue()).toBe('');
    await expectFocused(search);
    // Outside a field, its first letter is a shortcut.
    await page.keyboard.type('cr');
    await expectSoon(() => placeOf(page), '/members?search=cr');
  });

  it('is narrowed by status and language, a step of the history each', async () => {
    const { t } = product();
    const { token } = await t.superuser();
    const word = marker();
    const ids = new Map<string, string>();
    for (const name of ['Active', 'Shut', 'Gone'])
      ids.set(name, (await t.member({ full_name: `${name} ${word}` })).id);
    await t.call('POST', `/users/${ids.get('Shut')}/deactivate`, { token, json: {} });
    await t.call('DELETE', `/users/${ids.get('Gone')}`, { token });
    const guest = { email: `${word}@example.com`, full_name: `Guest ${word}`, locale: 'en' };
    await t.call('POST', '/users/invite', { token, json: guest });

    const page = await openList(`?search=${word}&page=2`);
    const status = page.getByRole('combobox', { name: 'Status' });
    for (const [value, name, chip] of [
      ['active', 'Active', 'Active'],
      ['invited', 'Guest', 'Invited'],
      ['deactivated', 'Shut', 'Deactivated'],
      ['deleted', 'Gone', 'Deleted'],
    ] as const) {
      await status.selectOption(value);
      await expectSoon(() => namesIn(page), [`${name} ${word}`]);
      await expectShown(page.getByRole('row', { name }).getByText(chip, { exact: true }));
      expect(placeOf(page)).toBe(`/members?search=${word}&status=${value}`);
    }
    await status.selectOption('');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('en');
    await expectSoon(() => namesIn(page), [`Guest ${word}`]);
    await page.goBack();
    await expectSoon(async () => (await namesIn(page)).length, 3);
    await page.goBack();
    await expectSoon(() => namesIn(page), [`Gone ${word}`]);
    expect(await status.inputValue()).toBe('deleted');
    await page.reload();
    await expectSoon(() => namesIn(page), [`Gone ${word}`]);
  });

  it('is narrowed by days of joining and of the last visit', async () => {
    const word = marker();
    await insertMembers(product().t, word, 9);
    const page = await openList(`?search=${word}&sort=created_at`);
    await page.getByRole('button', { name: 'More filters' }).click();
    await dateField(page, 'Joined from').fill('2020-01-04');
    await expectSoon(() => numbers(page), [3, 4, 5, 6, 7, 8, 9]);
    await dateField(page, 'Joined until').fill('2020-01-07');
    await expectSoon(() => numbers(page), [3, 4, 5, 6]);
    await dateField(page, 'Not seen since').fill('2020-12-28');
    await expectSoon(() => numbers(page), [3, 5, 6]);
    await page.reload();
    await expectSoon(() => numbers(page), [3, 5, 6]);
    await expectSoon(() => dateField(page, 'Joined until').inputValue(), '7 Jan 2020');
    await dateField(page, 'Joined until').fill('');
    await expectSoon(() => numbers(page), [3, 5, 6, 7, 8, 9]);
  });

  it('says of which time zone its days are where the reader lives in another', async () => {
    const { t } = product();
    const far = await inEnglish(t, t.colleague());
    await t.call('PATCH', '/preferences/', { token: far.token, json: { time_zone: 'Pacific/Auckland' } });
    const page = await product().open('/members?from=2020-01-04', { as: far, locale: 'en' });
    await expectShown(page.getByText('Dates in Paris time'));
    const home = await openList('?from=2020-01-04');
    await expectShown(dateField(home, 'Joined from'));
    expect(await home.getByText('Dates in').count()).toBe(0);
  });

  it('has its dates side by side', async () => {
    const page = await openList('?from=2020-01-04');
    const tops = ['Joined from', 'Joined until', 'Not seen since'].map(async (name) => {
      const field = dateField(page, name);
      await expectShown(field);
      await settle(page);
      return (await field.boundingBox())?.y;
    });
    expect(new Set(await Promise.all(tops)).size).toBe(1);
  });

  it('is sorted by each column that offers it, both ways', async () => {
    const word = marker();
    await insertMembers(product().t, word, 4);
    const page = await openList(`?search=${word}`);
    await expectSoon(() => numbers(page), [4, 3, 2, 1]);
    expect(await header(page, 'Joined').getAttribute('aria-sort')).toBe('descending');
    for (const [column, sort, direction, order] of [
      ['Joined', 'created_at', 'ascending', [1, 2, 3, 4]],
      ['Name', 'full_name', 'ascending', [1, 2, 3, 4]],
      ['Name', '-full_name', 'descending', [4, 3, 2, 1]],
      ['Last seen', '-last_seen_at', 'descending', [1, 2, 4, 3]],
      ['Last seen', 'last_seen_at', 'ascending', [4, 2, 1, 3]],
    ] as const) {
      await header(page, column).getByRole('button').click();
      await expectSoon(() => numbers(page), order);
      await expectSoon(() => header(page, column).getAttribute('aria-sort'), direction);
      expect(placeOf(page)).toBe(`/members?search=${word}&sort=${sort}`);
    }
    await page.reload();
    await expectSoon(() => numbers(page), [4, 2, 1, 3]);
  });

  it('is read page by page, each with an address of its own', async () => {
    const word = marker();
    await insertMembers(product().t, word, 31);
    const page = await openList(`?search=${word}&sort=created_at&page=abc`);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expectSoon(() => range(page), '1–25 of 31');
    await pages.getByRole('link', { name: 'Next page' }).click();
    await expectSoon(() => numbers(page), [26, 27, 28, 29, 30, 31]);
    await page.getByRole('combobox', { name: 'Per page' }).selectOption('10');
    await expectSoon(() => range(page), '1–10 of 31');
    expect(placeOf(page)).not.toContain('page=2');
    await pages.getByRole('link', { name: 'Page 4' }).click();
    await expectSoon(() => numbers(page), [31]);
    expect(await pages.locator('[aria-current="page"]').innerText()).toBe('4');
    expect(await pages.getByRole('link', { name: 'Next page' }).count()).toBe(0);
    await page.reload();
    await expectSoon(() => range(page), '31–31 of 31');
    await page.goBack();
    await expectSoon(() => range(page), '1–10 of 31');
    await page.goForward();
    await expectSoon(() => range(page), '31–31 of 31');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('fr');
    await expectSoon(() => range(page), '1–10 of 15');
    expect(placeOf(page)).not.toContain('page=');
  });

  it('goes on behind the last row that was shown, whatever came before it meanwhile', async () => {
    const { t } = product();
    const word = marker();
    await insertMembers(t, word, 30);
    const page = await openList(`?search=${word}&size=10`);
    // Live updates would show the newcomer on the first page.
    await page.route('**/api/v1/events', (route) => route.abort());
    await page.reload();
    await expectSoon(async () => (await numbers(page)).at(-1), 21);
    await t.member({ full_name: `${word} 99` });
    const next = page.getByRole('link', { name: 'Next page' });
    await next.click();
    const second = [20, 19, 18, 17, 16, 15, 14, 13, 12, 11];
    await expectSoon(() => numbers(page), second);
    await page.reload();
    await expectSoon(() => numbers(page), second);
    await t.db.execute(`delete from users where full_name = '${word} 21'`);
    await page.reload();
    await expectSoon(() => placeOf(page), `/members?search=${word}&size=10&page=2`);
    await expectSoon(() => numbers(page), second);
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await expectSoon(() => placeOf(page), `/members?search=${word}&size=10&sort=full_name`);
  });

  it('lets nothing be selected, and counts no page from rows that are of the page before', async () => {
    const word = marker();
    await insertMembers(product().t, word, 30);
    const page = await openList(`?search=${word}&size=10&sort=created_at`);
    await expectSoon(async () => (await numbers(page)).at(-1), 10);
    const letGo = Promise.withResolvers<void>();
    await page.route(/after=/, async (route) => {
      await letGo.promise;
      await route.fallback();
    });
    const next = page.getByRole('link', { name: 'Next page' });
    const checks = page.getByRole('table').getByRole('checkbox');
    await next.click();
    await expectSoon(() => placeOf(page).includes('page=2'), true);
    expect(await numbers(page)).toContain(10);
    for (const check of await checks.all()) await expectSoon(() => check.isDisabled(), true);
    await next.click();
    await expectSoon(() => numbers(page), [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
    for (const check of await checks.all()) await expectSoon(() => check.isEnabled(), true);
    letGo.resolve();
  });

  it('of more than 10,000 is counted no further, until all of it is selected', async () => {
    const word = marker();
    await insertMembers(product().t, word, 10_050);
    const page = await openList(`?search=${word}&size=100`);
    await expectSoon(() => range(page), '1–100 of more than 10,000');
    await page.getByRole('link', { name: 'Next page' }).click();
    await expectSoon(() => range(page), '101–200 of more than 10,000');
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await page.getByRole('button', { name: 'Select all matching' }).click();
    await page.getByText('10,050 selected').waitFor();
    await page.goto(`${product().origin}/members?search=${word}&size=100&page=101`);
    await expectSoon(() => range(page), '10,001–10,050 of more than 10,000');
    expect(await page.getByRole('link', { name: 'Next page' }).count()).toBe(0);
  });

  it('opens a member by a real link, and is found again as it was', async () => {
    const word = marker();
    await insertMembers(product().t, word, 12);
    const page = await openList(`?search=${word}&size=10&page=2`);
    const link = page.getByRole('link', { name: `${word} 01` });
    const opened = page.context().waitForEvent('page');
    await link.click({ modifiers: ['ControlOrMeta'] });
    const tab = await opened;
    await heading(tab, `${word} 01`).waitFor();
    expect(placeOf(tab)).toBe(await link.getAttribute('href'));
    await link.click();
    await heading(page, `${word} 01`).waitFor();
    await page.getByRole('link', { name: 'Back to members' }).click();
    await expectSoon(() => range(page), '11–12 of 12');
  });

  it('that nothing matches says so, and forgets the filters when told to', async () => {
    await product().t.member();
    const page = await openList('?search=zzzzzz&status=deactivated&locale=fr&from=2020-01-01&sort=full_name');
    await heading(page, 'Nothing matches').waitFor();
    const until = page.getByRole('textbox', { name: 'Joined until' });
    await until.fill('31/02/2026');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('table', { name: 'Members' }).getByRole('link').first().waitFor();
    expect(placeOf(page)).toBe('/members?sort=full_name');
    await page.getByRole('button', { name: 'More filters' }).click();
    expect(await until.inputValue()).toBe('');
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
  });

  it('beyond its end leads to its beginning', async () => {
    const word = marker();
    await insertMembers(product().t, word, 3);
    const page = await openList(`?search=${word}&page=9`);
    await heading(page, 'This page doesn’t exist').waitFor();
    await page.getByRole('link', { name: 'Go to the first page' }).click();
    await expectSoon(() => range(page), '1–3 of 3');
    expect(placeOf(page)).toBe(`/members?search=${word}`);
    await page.goto(`${product().origin}/members?search=${word}&page=999999999`);
    await expectSoon(() => range(page), '1–3 of 3');
  });

  it('that can’t be loaded says why, and tries again when told to', async () => {
    const word = marker();
    await insertMembers(product().t, word, 3);
    const page = await openList('?search=zzzzzz');
    await heading(page, 'Nothing matches').waitFor();
    const failure = { status: 500, json: { code: 'internal_error', request_id: 'req-42' } };
    await page.route('**/api/v1/users/?*', (route) => route.fulfill(failure));
    await page.goto(`${product().origin}/members?search=${word}`);
    const alert = page.getByRole('alert');
    await expectShown(alert.getByText('Something went wrong on our side'), alert.getByText('Request req-42'));
    await page.unroute('**/api/v1/users/?*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expectSoon(() => range(page), '1–3 of 3');
  });
});

describe('the list of a product that nobody has joined', () => {
  const unused = useProduct();

  it('says so, and leads to the first member', async () => {
    const page = await openList('', unused);
    await heading(page, 'No members yet').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await page.getByRole('main').getByRole('link', { name: 'New member' }).last().click();
    await heading(page, 'New member').waitFor();
    expect(placeOf(page)).toBe('/members/new');
  });
});

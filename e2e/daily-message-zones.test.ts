import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { useDailyMessages } from './daily-message-steps.ts';
import { button, dateField, shownDate } from './steps.ts';
import { expectSoon, expectToast, problemAt } from './watching.ts';

/** A zone where it is always the day before: the two are 26 hours apart. */
const { product, superuser, openAs, today, write, dayOf } = useDailyMessages({ TIME_ZONE: 'Etc/GMT+12' });

/** Takes the organisation's day, and none before it. */
async function expectFromToday(field: Locator) {
  const yesterday = new Date(Date.parse(today()) - 86_400_000).toISOString().slice(0, 10);
  for (const [day, problem] of [
    [yesterday, 'This day is over: choose another'],
    [today(), undefined],
  ] as const) {
    await field.fill(day);
    await field.blur();
    await expectSoon(() => problemAt(field), problem);
  }
}

it('whoever plans from the other side of the Earth plans the days of the organisation', async () => {
  const account = await superuser();
  await product().t.call('PATCH', '/preferences/', {
    token: account.token,
    json: { time_zone: 'Pacific/Kiritimati' },
  });
  const draft = await write(today(), 'Of today', { status: 'draft' });

  const page = await openAs(`/daily-message/${draft.id}`, account);
  await page.getByRole('radio', { name: 'Ready', exact: true }).check();
  await button(page, 'Save').click();
  await expectToast(page, 'The changes are saved.');
  await button(page, 'Move…').click();
  const day = dateField(page.getByRole('dialog'), 'Day');
  await expectFromToday(day);
  await page.keyboard.press('Escape');

  await page.goto(`${product().origin}/daily-message/new`);
  await expectFromToday(dateField(page, 'Day'));
  await page.goto(`${product().origin}/daily-message?view=list`);
  await expectSoon(() => button(page, 'Delete Of today in English').count(), 1);
  await button(page, 'Fill the gaps').click();
  expect(await dateField(page.getByRole('dialog'), 'From').inputValue()).toBe(shownDate(today()));
  expect(await dayOf(draft)).toBe(today());
});

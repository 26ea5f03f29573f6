import { expect, it } from 'vitest';
import { button, useDailyMessages } from './daily-message-steps.ts';
import { expectSoon, expectToast } from './watching.ts';

/** A zone where it is always the day before: the two are 26 hours apart. */
const { product, superuser, openAs, today, write, dayOf } = useDailyMessages({ TIME_ZONE: 'Etc/GMT+12' });

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
  const day = page.getByRole('dialog').getByLabel('Day', { exact: true });
  expect(await day.getAttribute('min')).toBe(today());
  await page.keyboard.press('Escape');

  await page.goto(`${product().origin}/daily-message/new`);
  await expectSoon(() => page.getByLabel('Day', { exact: true }).getAttribute('min'), today());
  await page.goto(`${product().origin}/daily-message?view=list`);
  await expectSoon(() => button(page, 'Delete Of today').count(), 1);
  await button(page, 'Fill the gaps').click();
  expect(await page.getByRole('dialog').getByLabel('From').inputValue()).toBe(today());
  expect(await dayOf(draft)).toBe(today());
});

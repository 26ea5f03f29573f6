import { expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { civilDay, insertMembers, marker, settle } from './steps.ts';
import { expectShown, expectSoon, inEnglish, pathOf } from './watching.ts';

const product = useProduct();

async function openDashboard() {
  const { t } = product();
  const page = await product().open('/dashboard', { as: await inEnglish(t, t.superuser()), locale: 'en' });
  await settle(page);
  const pager = page.locator('main footer').getByRole('status');
  /** Expects a list with this many rows, and goes back. */
  const expectCounted = async (count: string | undefined) => {
    await expectSoon(async () => (await pager.innerText()).split(' of ').at(-1), count);
    await page.goBack();
    await settle(page);
  };
  return { page, expectCounted };
}

it('links each figure and chart to exactly the accounts that it counts', async () => {
  const { t } = product();
  const { token } = await t.superuser();
  // Accounts in every state, old and new: the figures only count some of them.
  await insertMembers(t, marker(), 30);
  const [shut, gone] = [await t.member(), await t.member()];
  await t.member();
  await t.call('POST', `/users/${shut.id}/deactivate`, { token, json: {} });
  await t.call('DELETE', `/users/${gone.id}`, { token });
  const colleague = await t.colleague();
  await t.call('POST', `/users/${colleague.id}/deactivate`, { token, json: {} });
  await t.colleague();

  const { page, expectCounted } = await openDashboard();
  for (const label of ['Members', 'New in 7 days', 'Team']) {
    const tile = page.getByRole('main').locator('a[href^="/"]').filter({ hasText: label });
    const count = /\d+/.exec((await tile.innerText()).replace(label, ''))?.[0];
    expect(Number(count)).toBeGreaterThan(1);
    await tile.click();
    await expectCounted(count);
  }

  await page.getByRole('radiogroup', { name: 'Period' }).getByText('7 days').click();
  const members = page.getByRole('region', { name: 'Members', exact: true });
  const rows = members.getByRole('table').locator('tbody tr');
  await members.getByRole('button', { name: 'Show as a table' }).click();
  await expectSoon(() => rows.count(), 7);
  const days = await rows.locator('td:nth-child(2)').allInnerTexts();
  const total = days.reduce((sum, count) => sum + Number(count), 0);
  await members.getByRole('link', { name: `New members: ${total}` }).click();
  await expectCounted(String(total));
  await members.scrollIntoViewIfNeeded();
  await members.locator('.recharts-bar-rectangle path').last().click();
  await expectCounted(days.at(-1));
  await members.getByText('Active', { exact: true }).click();
  await members.getByRole('button', { name: 'Show as a table' }).click();
  await expectShown(members.getByRole('columnheader', { name: 'Active members', exact: true }));
  const active = await rows.last().locator('td:nth-child(2)').innerText();
  expect(active).toMatch(/^[1-9]\d*$/);
  await rows.last().getByRole('link').click();
  await expectCounted(active);
});

it('lists the tasks of today, each with a link to exactly the rows that it counts', async () => {
  const { t } = product();
  const { token } = await t.superuser();
  const plan = (later: number, status: string, title: string) =>
    t.call('POST', '/daily-messages/', {
      token,
      json: {
        day: civilDay(t.config.TIME_ZONE, later),
        status,
        translations: { fr: { title, body: 'Bonjour', author: '' } },
      },
    });
  await t.db.execute('delete from daily_messages');
  const { body: today } = await plan(0, 'ready', 'Un jour comme un autre');
  for (const later of [2, 3]) await plan(later, 'draft', 'À relire');
  const { body: push } = await t.call('POST', '/broadcasts/', { token, json: { name: 'Trop tard' } });
  await t.db.execute(`update broadcasts set status = 'missed' where id = '${push.id}'`);
  await t.db.execute('delete from message_threads');
  for (const [subject, hours] of [
    ['Since yesterday', 30],
    ['Since Monday', 90],
  ] as const) {
    const json = { subject, body: 'Hello?', client_token: crypto.randomUUID() };
    const { body } = await t.call('POST', '/app/messages', { token: (await t.member()).token, json });
    // A member who wrote again today still waits since then.
    await t.db.execute(`update message_threads set awaiting_since = now() - interval '${hours} hours'
      where id = '${body.id}'`);
  }

  const { page, expectCounted } = await openDashboard();
  const panel = page.getByRole('region', { name: 'To do today' });
  await expectShown(panel.getByText('Un jour comme un autre'));
  for (const [name, count] of [
    ['Decide: 1 notification was not sent', '1'],
    ['Reply: 2 overdue conversations', '2'],
    ['Finish: 2 drafts due within 7 days', '2'],
    ['Translate: 3 messages without English', '3'],
  ] as const) {
    await panel.getByRole('link', { name }).click();
    await expectCounted(count);
  }
  const toPlan = panel.getByRole('link', { name: /^Plan: \d+ days without a message$/ });
  const planned = Number(/\d+/.exec((await toPlan.getAttribute('aria-label')) ?? ''));
  await toPlan.click();
  const empty = page.locator('[data-look=empty], [data-look=reserve]');
  await expectSoon(() => empty.and(page.getByRole('gridcell')).count(), planned);
  await page.goBack();
  await page.getByRole('link', { name: 'The oldest one waiting' }).click();
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Since' });
  await expectSoon(
    async () => (await rows.allInnerTexts()).map((text) => /Since \w+/.exec(text)?.[0]),
    ['Since Monday', 'Since yesterday'],
  );
  await page.goBack();
  await panel.getByRole('link', { name: 'Open: Daily message' }).click();
  await expectSoon(() => pathOf(page), `/daily-message/${today.id}`);
});

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Account, randomEmail } from '../apps/api/test/harness.ts';
import { expectAccessible, PHONE, useProduct } from './harness.ts';
import { expectBigTargets, marker, settle } from './steps.ts';
import { expectShown, expectSoon, expectToast, placeOf } from './watching.ts';

const product = useProduct();

const bell = (page: Page) => page.getByRole('button', { name: /^Alert/ });
const list = (page: Page) => page.getByRole('dialog', { name: /^Alert/ });

async function colleague(full_name: string, locale = 'en'): Promise<Account> {
  const { t } = product();
  const account = await t.colleague();
  await t.call('PATCH', '/users/me', { token: account.token, json: { full_name, locale } });
  return account;
}

async function send(subject: string): Promise<string> {
  const { t } = product();
  const { token } = await t.member({ full_name: `Hugo ${randomEmail().slice(0, 6)}` });
  const json = { subject, body: 'Where is it?', client_token: crypto.randomUUID() };
  return (await t.call('POST', '/app/messages', { token, json })).body.id;
}

const assign = async (id: string, { id: assignee_id }: Account) =>
  product().t.call('PATCH', `/messages/${id}`, {
    token: (await product().t.superuser()).token,
    json: { assignee_id },
  });

describe('the bell', () => {
  it('counts at once what a colleague gives, leads there, and is quiet then', async () => {
    const she = await colleague('Zoé Petit');
    const page = await product().open('/settings', { as: she, locale: 'en' });
    await settle(page);
    await expectShown(bell(page));
    const subject = marker();
    const id = await send(subject);
    await assign(id, she);
    await expectShown(page.getByRole('button', { name: 'Alerts: 1 unread' }));
    await bell(page).click();
    await expectShown(list(page).getByRole('img', { name: 'Unread' }));
    await expectAccessible(page);
    await expectBigTargets(page);
    await list(page).getByRole('link', { name: subject }).click();
    await expectShown(page.getByRole('heading', { name: subject }));
    expect(placeOf(page)).toBe(`/messages/${id}?tab=all`);
    await expectShown(page.getByRole('button', { name: 'Alerts', exact: true }));
    expect(await list(page).count()).toBe(0);
  });

  it('is emptied at once, says what would be in it, and fits on a phone', async () => {
    const she = await colleague('Léa Roux', 'fr');
    const page = await product().open('/items', {
      as: she,
      locale: 'fr',
      viewport: PHONE,
    });
    await bell(page).click();
    await expectShown(list(page).getByText('Rien ne vous attend'));
    await page.keyboard.press('Escape');
    await expectSoon(() => list(page).count(), 0);
    for (const subject of [marker(), marker()]) await assign(await send(subject), she);
    await expectShown(page.getByRole('button', { name: /Alertes : 2 non lues/ }));
    await bell(page).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await expectAccessible(page);
    await list(page).getByRole('button', { name: 'Tout marquer comme lu' }).click();
    await expectShown(page.getByRole('button', { name: 'Alertes', exact: true }));
    expect(
      await list(page)
        .getByRole('link', { name: /vous a attribué/ })
        .count(),
    ).toBe(2);
  });

  it('is emptied of more alerts than it lists', async () => {
    const { t } = product();
    const she = await colleague('Maëlle Faure');
    const member = await t.member();
    await t.db.execute(`with given as (
        insert into message_threads (id, user_id, subject, category, status, locale, app_context,
          created_at, received_at, last_at, entry_count)
        select gen_random_uuid(), '${member.id}', '', 'other', 'closed', 'fr', '{}', now(), now(), now(), 1
        from generate_series(1, 120) returning id)
      insert into alerts (id, user_id, kind, thread_id, created_at)
      select gen_random_uuid(), '${she.id}', 'assigned', id, now() from given`);
    const page = await product().open('/items', { as: she, locale: 'en' });
    await expectShown(page.getByRole('button', { name: 'Alerts: 120 unread' }));
    await bell(page).click();
    await list(page).getByRole('button', { name: 'Mark all as read' }).click();
    await expectShown(page.getByRole('button', { name: 'Alerts', exact: true }));
  });

  it('rings for a note that names somebody after an @, by keyboard alone', async () => {
    const [she, he] = [await colleague('Éloïse Martin'), await colleague('Marc Dupont')];
    const subject = marker();
    const id = await send(subject);
    const page = await product().open(`/messages/${id}?tab=all`, {
      as: he,
      locale: 'en',
    });
    await page.getByRole('button', { name: 'Internal note' }).click();
    const note = page.getByLabel('Note for the team, never sent');
    await note.fill('Hello ');
    await note.pressSequentially('@eloi');
    await expectShown(page.getByRole('option', { name: 'Éloïse Martin' }));
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expectSoon(() => note.inputValue(), 'Hello @Éloïse Martin ');
    await note.pressSequentially('and @');
    await expectShown(page.getByRole('listbox', { name: 'Colleagues to alert' }));
    await page.keyboard.press('Escape');
    await expectSoon(() => page.getByRole('listbox', { name: 'Colleagues to alert' }).count(), 0);
    await note.press('Control+Enter');
    await expectToast(page, 'Note added.');
    const hers = await product().open('/items', { as: she, locale: 'en' });
    await bell(hers).click();
    await expectShown(list(hers).getByText(`Marc Dupont mentioned you in “${subject}”`));
  });

  it('leads to the choice of what it tells, also from its page', async () => {
    const page = await product().open('/items', {
      as: await colleague('Inès Roy'),
      locale: 'en',
      viewport: PHONE,
    });
    const first = page.getByRole('switch', { name: 'Conversations that a colleague assigns to you' });
    const isInView = () =>
      first.evaluate((it) => {
        const { top, bottom } = it.getBoundingClientRect();
        return top > 60 && bottom < window.innerHeight;
      });
    const choose = async () => {
      await bell(page).click();
      await list(page).getByRole('link', { name: 'Choose which ones you get' }).click();
    };
    await choose();
    await expectSoon(isInView, true);
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await isInView()).toBe(false);
    await choose();
    await expectSoon(isInView, true);
    const ends = await page
      .getByRole('switch')
      .evaluateAll((switches) => switches.map((it) => Math.round(it.getBoundingClientRect().right)));
    expect(new Set(ends).size, 'switches at the end of their rows').toBe(1);
  });

  it('keeps silent about what was turned off', async () => {
    const she = await colleague('Ana Costa');
    const page = await product().open('/settings', { as: she, locale: 'en' });
    await page.getByRole('switch', { name: 'Conversations that a colleague assigns to you' }).press('Space');
    const read = async () =>
      (await product().t.call('GET', '/preferences/', { token: she.token })).body.alert_assigned;
    await expectSoon(read, false);
    await assign(await send(marker()), she);
    await bell(page).click();
    await expectShown(list(page).getByText('Nothing needs you'));
  });
});

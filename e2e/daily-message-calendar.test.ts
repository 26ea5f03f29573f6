import { describe, expect, it } from 'vitest';
import { dayIn, textOf, useDailyMessages } from './daily-message-steps.ts';
import { expectAccessible, PHONE } from './harness.ts';
import { button, dateField, expectBigTargets, inDialog, marker, settle, shownDate } from './steps.ts';
import { expectShown, expectSoon, expectToast, toasts } from './watching.ts';

const { product, superuser, openAs, today, freshMonth, write, dayOf } = useDailyMessages();

describe('the calendar', () => {
  it('shows each day as what it is, and counts', async () => {
    const { month, day } = freshMonth();
    await write(day(1), 'Written');
    await write(day(2), 'Half', { translations: { fr: { body: 'Seul' } } });
    await write(day(3), 'Sketch', { status: 'draft' });
    const page = await openAs(`/daily-message?month=${month}`);
    await expectSoon(
      () => textOf(dayIn(page, day(1))).then((text) => /Ready Written|ReadyWritten/.test(text ?? '')),
      true,
    );
    const texts = await Promise.all([1, 2, 3].map((number) => textOf(dayIn(page, day(number)))));
    expect(texts[1]).toContain('No English');
    expect(texts[1]).toContain('without English');
    expect(texts[2]).toContain('Draft');
    const legend = page.getByRole('list', { name: 'This month' });
    await expectShown(
      legend.getByText('Ready1'),
      legend.getByText('Translation missing1'),
      legend.getByText('Draft1'),
    );
    await expectShown(page.getByRole('gridcell', { name: /1 .* Ready Written/ }).first());
  });

  it('moves a message onto another by the keyboard: both change places, and back', async () => {
    const { month, day } = freshMonth();
    const [first, second] = [await write(day(10), 'First'), await write(day(12), 'Second')];
    const page = await openAs(`/daily-message?month=${month}`);
    await dayIn(page, day(10)).focus();
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Move “First in English”' });
    await dateField(dialog, 'Day').fill(day(12));
    await expectShown(
      dialog.getByText(/has “Second in English” already/),
      dialog.getByText(/“Second in English” takes this message’s place/),
    );
    await dialog.getByRole('radio', { name: 'Swap the two' }).press('Enter');
    await expectSoon(async () => [await dayOf(first), await dayOf(second)], [day(12), day(10)]);
    await expectSoon(() => dialog.count(), 0);
    await button(toasts(page), 'Undo').click();
    await expectSoon(async () => [await dayOf(first), await dayOf(second)], [day(10), day(12)]);
  });

  it('moves no message that a colleague changes meanwhile, until it is asked again', async () => {
    const { month, day } = freshMonth();
    const message = await write(day(1), 'Changed');
    const page = await openAs(`/daily-message?month=${month}`);
    const move = async () => {
      await dayIn(page, day(1)).press('m');
      await dateField(page.getByRole('dialog'), 'Day').fill(day(2));
    };
    await move();
    await product().t.call('PATCH', `/daily-messages/${message.id}`, {
      token: (await superuser()).token,
      json: { status: 'draft' },
    });
    await inDialog(page, 'Move').click();
    await expectToast(page, 'Somebody else has just saved a change: check it, then try again.');
    await expectSoon(() => page.getByRole('dialog').count(), 0);
    await move();
    await inDialog(page, 'Move').click();
    await expectSoon(() => dayOf(message), day(2));
  });

  it('says why it is not known whether a day is free, and asks again', async () => {
    const { month, day } = freshMonth();
    const message = await write(day(1), 'Waiting');
    const page = await openAs(`/daily-message?month=${month}`);
    const failing = `**/daily-messages/?from=${day(2)}**`;
    await page.route(failing, (route) => route.fulfill({ status: 404, json: { code: 'not_found' } }));
    await dayIn(page, day(1)).press('m');
    const dialog = page.getByRole('dialog');
    await dateField(dialog, 'Day').fill(day(2));
    await expectShown(dialog.getByRole('alert'));
    await page.unroute(failing);
    await button(dialog, 'Try again').click();
    await inDialog(page, 'Move').click();
    await expectSoon(() => dayOf(message), day(2));
  });

  it('does not move a message further than can be planned, and says so at the day', async () => {
    const { month, day } = freshMonth();
    const message = await write(day(1), 'Near');
    const page = await openAs(`/daily-message?month=${month}`);
    await dayIn(page, day(1)).press('m');
    const field = dateField(page.getByRole('dialog'), 'Day');
    await field.fill('2199-01-01');
    await inDialog(page, 'Move').click();
    await expectSoon(() => field.getAttribute('aria-invalid'), 'true');
    expect(await dayOf(message)).toBe(day(1));
  });

  it('moves a message by dragging: at once onto a gap, and with a question onto another', async () => {
    const { month, day } = freshMonth();
    const [first, second, third] = [
      await write(day(10), 'First'),
      await write(day(12), 'Second'),
      await write(day(13), 'Third'),
    ];
    const page = await openAs(`/daily-message?month=${month}`);
    await expectShown(page.getByText('Third'));
    await dayIn(page, day(10)).dragTo(dayIn(page, day(15)));
    await expectToast(page, 'Success!');
    expect(await dayOf(first)).toBe(day(15));
    await expectSoon(() => textOf(dayIn(page, day(15))).then((text) => text?.includes('First')), true);
    await dayIn(page, day(15)).dragTo(dayIn(page, day(12)));
    await page.getByRole('dialog').getByRole('radio', { name: 'Shift what follows' }).check();
    await inDialog(page, 'Move').click();
    await expectSoon(
      async () => [await dayOf(first), await dayOf(second), await dayOf(third)],
      [day(12), day(13), day(14)],
    );
  });

  it('fills gaps from the reserve, and says how far it reaches', async () => {
    const { month, day } = freshMonth();
    const message = await write(null, marker());
    const page = await openAs(`/daily-message?month=${month}`);
    await expectShown(
      page.getByRole('link', { name: /in reserve:/ }),
      page.getByText(/enough for \d+.days? without a message, until/),
    );
    await button(page, 'Fill the gaps').click();
    const dialog = page.getByRole('dialog');
    expect(await dateField(dialog, 'From').inputValue()).toBe(shownDate(day(1)));
    await dateField(dialog, 'To').fill(today());
    await inDialog(page, 'Fill').click();
    await expectShown(dialog.getByText('The end comes before the beginning'));
    await dateField(dialog, 'To').fill(day(20));
    await inDialog(page, 'Fill').click();
    await expectShown(toasts(page).getByText(/filled/));
    await expectSoon(async () => (await dayOf(message))?.slice(0, 7), month);
  });

  it('does not call a reserve of drafts empty, nor a day filled that stays empty', async () => {
    const { month, day } = freshMonth();
    await product().t.db.execute('delete from daily_messages where day is null');
    await write(null, marker(), { status: 'draft' });
    const page = await openAs(`/daily-message?month=${month}`);
    await expectShown(page.getByText('No message of the reserve is ready: on a gap, the app shows nothing.'));
    const fill = async () => {
      await button(page, 'Fill the gaps').click();
      await dateField(page.getByRole('dialog'), 'To').fill(day(1));
      await inDialog(page, 'Fill').click();
    };
    await fill();
    await expectToast(page, 'No message of the reserve is ready: 1\u00a0day still empty.');
    await write(day(1), marker());
    await fill();
    await expectToast(page, 'No day of this period is empty.');
  });

  it('takes a month of the address that does not exist for the present one', async () => {
    const page = await openAs('/daily-message?month=2026-13');
    await button(page, 'Fill the gaps').click();
    expect(await dateField(page.getByRole('dialog'), 'From').inputValue()).toBe(shownDate(today()));
  });

  it('is an agenda on a phone, without scrolling sideways', async () => {
    const { month, day } = freshMonth();
    await write(day(2), 'On the phone');
    const page = await product().open(`/daily-message?month=${month}`, {
      as: await superuser(),
      locale: 'en',
      viewport: PHONE,
    });
    await settle(page);
    await expectShown(page.getByText('On the phone'));
    const boxes = await Promise.all([1, 2].map((number) => dayIn(page, day(number)).boundingBox()));
    expect(boxes[1]?.x).toBe(boxes[0]?.x);
    expect(boxes[1]?.y).toBeGreaterThan(boxes[0]?.y ?? 0);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
  });

  it('gives weeks that are over less room than those to come', async () => {
    const page = await openAs('/settings');
    product().own(page);
    await page.clock.setFixedTime(new Date('2031-05-28T12:00:00Z'));
    await page.goto(`${product().origin}/daily-message?month=2031-05`);
    await settle(page);
    const heightOf = async (day: string) => (await dayIn(page, day).boundingBox())?.height ?? 0;
    expect(await heightOf('2031-05-25')).toBeLessThan(80);
    expect(await heightOf('2031-05-26')).toBeGreaterThan(100);
    const { y = 0, height = 0 } = (await dayIn(page, '2031-05-28').boundingBox()) ?? {};
    expect(y + height).toBeLessThan(800);
  });

  it('begins with today on a phone, the days before being folded', async () => {
    const page = await product().open('/settings', { as: await superuser(), locale: 'en', viewport: PHONE });
    product().own(page);
    await page.clock.setFixedTime(new Date('2031-05-15T12:00:00Z'));
    await page.goto(`${product().origin}/daily-message?month=2031-05`);
    await settle(page);
    await expectSoon(() => dayIn(page, '2031-05-15').isVisible(), true);
    expect(await dayIn(page, '2031-05-14').isVisible()).toBe(false);
    await button(page, 'Show 14\u00a0days before today').click();
    await expectSoon(() => dayIn(page, '2031-05-14').isVisible(), true);
    await page.goto(`${product().origin}/daily-message?month=2031-04`);
    await settle(page);
    expect(await dayIn(page, '2031-04-01').isVisible()).toBe(true);
  });
});

describe.each([
  { theme: 'light', locale: 'fr' },
  { theme: 'dark', locale: 'en' },
] as const)('in $theme colours and $locale', (look) => {
  it('everybody can use the screens of the message of the day', { timeout: 180_000 }, async () => {
    const { t } = product();
    const account = await t.colleague();
    await t.call('PATCH', '/preferences/', { token: account.token, json: { theme: look.theme } });
    await t.call('PATCH', '/users/me', { token: account.token, json: { locale: look.locale } });
    const { month, day } = freshMonth();
    const message = await write(day(3), 'Un', { link: 'https://example.org' });
    await write(day(4), 'Deux', { translations: { fr: { body: 'Seul' } } });
    await write(day(5), 'Trois', { status: 'draft' });
    const page = await product().open(`/daily-message?month=${month}`, {
      ...look,
      as: account,
    });
    async function expectUsable() {
      await settle(page);
      await expectAccessible(page);
      await expectBigTargets(page);
    }
    async function expectUsableDialog(open: () => Promise<void>, within = async () => {}) {
      await open();
      await page.getByRole('dialog').waitFor();
      await within();
      await expectUsable();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    const press = (name: RegExp) => page.getByRole('button', { name }).first().click();

    await expectUsable();
    await expectUsableDialog(
      async () => {
        await dayIn(page, day(3)).focus();
        await page.keyboard.press('m');
      },
      async () => {
        await page.getByRole('dialog').getByRole('textbox').fill(day(4));
        await page.getByRole('dialog').getByRole('radio').nth(3).waitFor();
      },
    );
    await expectUsableDialog(() => press(/^(Aperçu|Preview)$/));
    await expectUsableDialog(() => press(/^(Remplir les jours vides|Fill the gaps)$/));
    await expectUsableDialog(
      () => press(/^(Importer|Import)$/),
      async () => {
        await page.getByText(/^(Le format|The format)$/).click();
        await page.getByRole('dialog').locator('textarea').fill('day,fr_body\nsoon,Texte');
        await press(/^(Vérifier|Check)$/);
        await page.getByRole('dialog').getByRole('table').waitFor();
      },
    );
    for (const path of [
      '?view=list',
      '?view=reserve',
      '?view=history',
      '?view=trash',
      '/new',
      `/${message.id}`,
      `/${crypto.randomUUID()}`,
    ]) {
      await page.goto(`${product().origin}/daily-message${path}`);
      await expectUsable();
    }
    await page.setViewportSize(PHONE);
    for (const path of [`?month=${month}`, `/${message.id}`]) {
      await page.goto(`${product().origin}/daily-message${path}`);
      await expectUsable();
    }
  });
});

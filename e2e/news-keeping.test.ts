import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Account } from '../apps/api/test/harness.ts';
import { expectAccessible } from './harness.ts';
import { bodyIn, english, french, kept, text, useNews } from './news-steps.ts';
import { button, inDialog, marker, settle } from './steps.ts';
import { expectShown, expectSoon, expectToast, holdUp, inEnglish, placeOf, requestsOf } from './watching.ts';

const { product, superuser, openAs, api, write } = useNews();

describe('what is written', () => {
  it('is sent once at a time, and in the end as it is then', async () => {
    const { id } = await write(marker());
    const page = await openAs('/news');
    product().own(page);
    await page.clock.install();
    await page.goto(`${product().origin}/news/${id}`);
    await settle(page);
    const sent = requestsOf(page, 'PUT', /\/autosave$/);
    const letGo = await holdUp(page, 'PUT', '**/autosave');
    const title = french(page).getByLabel('Title', { exact: true });
    await title.fill('First');
    await page.clock.runFor(2_000);
    await expectSoon(() => sent.length, 1);
    for (const typed of ['Second', 'Third']) {
      await title.fill(typed);
      await page.clock.runFor(6_000);
    }
    expect(sent).toHaveLength(1);
    letGo();
    await expectSoon(async () => (await sent[0]?.response())?.status(), 200);
    await expectSoon(async () => {
      await page.clock.runFor(1_000);
      return sent.length;
    }, 2);
    await expectShown(kept(page));
    expect(sent[1]?.postDataJSON()).toMatchObject({ content: { translations: { fr: { title: 'Third' } } } });
    const { autosave } = await api('GET', `/news/${id}`);
    expect(autosave.content.translations.fr.title).toBe('Third');
  });

  it('UI-CON-1: asks who of two stays where both changed the same, and merges everything else', async () => {
    const { id } = await write(marker());
    const colleague = await inEnglish(product().t, product().t.colleague());
    const [mine, theirs] = [await openAs(`/news/${id}`), await openAs(`/news/${id}`, colleague)];
    await french(mine).getByLabel('Title', { exact: true }).fill('Mon titre');
    await french(mine).getByLabel('Summary', { exact: true }).fill('Mon résumé');
    await english(theirs).getByLabel('Title', { exact: true }).fill('Their English title');
    await french(theirs).getByLabel('Title', { exact: true }).fill('Leur titre');
    await button(theirs, 'Save').click();
    await expectToast(theirs, 'The article is saved.');

    await button(mine, 'Save').click();
    const dialog = mine.getByRole('dialog', { name: 'Somebody else has changed this article' });
    await expectShown(dialog.getByText('Title · French'), dialog.locator('del', { hasText: 'Leur' }));
    expect(await dialog.getByRole('group').count()).toBe(1);
    await expectAccessible(mine);
    await button(dialog, 'Copy mine').waitFor();
    await button(dialog, 'Cancel').click();
    expect(await french(mine).getByLabel('Title', { exact: true }).inputValue()).toBe('Mon titre');

    await button(mine, 'Save').click();
    await dialog.getByRole('radio', { name: /^Mine/ }).check();
    await button(dialog, 'Save this choice').click();
    await expectToast(mine, 'The article is saved.');
    await expectSoon(
      () => english(mine).getByLabel('Title', { exact: true }).inputValue(),
      'Their English title',
    );
    const { content } = await api('GET', `/news/${id}`);
    expect(content.translations).toMatchObject({
      fr: { title: 'Mon titre', excerpt: 'Mon résumé' },
      en: { title: 'Their English title' },
    });
    await expectSoon(() => french(theirs).getByLabel('Title', { exact: true }).inputValue(), 'Mon titre');
  });

  it('UI-CON-1: leaves no autosave behind that was on its way when two texts became one', async () => {
    const word = marker();
    const [fr, en] = [text(word), text('Before')];
    const { id } = await write(word, { fr, en });
    const account = await inEnglish(product().t, product().t.colleague());
    const page = await openAs(`/news/${id}`, account);
    const title = french(page).getByLabel('Title', { exact: true });
    await title.fill('Mon titre');
    await expectShown(kept(page));
    await api('PATCH', `/news/${id}`, {
      version: 1,
      content: { translations: { fr: text('Leur titre'), en } },
    });
    const sent = requestsOf(page, 'PUT', /\/autosave$/);
    const letGo = await holdUp(page, 'PUT', '**/autosave');
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this article' });
    await dialog.getByRole('radio', { name: /^Mine/ }).check();
    await expectSoon(() => sent.length, 1);
    await button(dialog, 'Save this choice').click();
    letGo();
    await expectToast(page, 'The article is saved.');
    expect(await api('GET', `/news/${id}`, undefined, account)).toMatchObject({
      content: { translations: { fr: { title: 'Mon titre' } } },
      autosave: null,
    });
    await title.fill('Mon autre titre');
    await expectShown(kept(page));
  });

  it('UI-CON-1: takes back nothing that others saved since what was kept began', async () => {
    const word = marker();
    const [fr, en] = [text(word), text('Before')];
    const { id } = await write(word, { fr, en });
    const account = await inEnglish(product().t, product().t.colleague());
    const mine = { translations: { fr: { ...fr, title: 'Mon titre', excerpt: 'Mon résumé' }, en } };
    await api('PUT', `/news/${id}/autosave`, { version: 1, content: mine }, account);
    const theirs = { translations: { fr: { ...fr, title: 'Leur titre' }, en: text('After') } };
    await api('PATCH', `/news/${id}`, { version: 1, content: theirs });
    const page = await openAs(`/news/${id}`, account);
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this article' });
    await dialog.getByRole('radio', { name: /^Mine/ }).check();
    expect(await dialog.getByRole('group').count()).toBe(1);
    await button(dialog, 'Save this choice').click();
    await expectToast(page, 'The article is saved.');
    const { content } = await api('GET', `/news/${id}`);
    expect(content.translations).toEqual({
      fr: mine.translations.fr,
      en: theirs.translations.en,
    });
  });

  it('is saved as it is in the end by a key that was pressed while it was being saved', async () => {
    const { id } = await write('Le marcher', { fr: text('Le marcher'), en: null });
    const page = await openAs(`/news/${id}`);
    const title = french(page).getByLabel('Title', { exact: true });
    const release = await holdUp(page, 'PATCH', `**/api/v1/news/${id}`);
    await title.fill('Le marché');
    await page.keyboard.press('Control+s');
    await title.fill('Le grand marché');
    await page.keyboard.press('Control+s');
    release();
    await expectSoon(
      async () => (await api('GET', `/news/${id}`)).content.translations.fr.title,
      'Le grand marché',
    );
  });

  it.each([
    { what: 'summary', theirs: { fr: { excerpt: 'De Sophie' } } },
    { what: 'text in the other language', theirs: { en: { title: 'By Sophie' } } },
  ])('UI-CON-1: takes over a $what that others saved with the same that is saved here', async (journey) => {
    const [fr, en] = [text('Le marcher', { excerpt: 'Avant' }), text('The market')];
    const { id } = await write('Le marcher', { fr, en });
    const page = await openAs(`/news/${id}`);
    const title = french(page).getByLabel('Title', { exact: true });
    await title.fill('Le marché');
    const translations = {
      fr: { ...fr, title: 'Le marché', ...journey.theirs.fr },
      en: { ...en, ...journey.theirs.en },
    };
    await api('PATCH', `/news/${id}`, { version: 1, content: { translations } });
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.keyboard.press('Control+s');
    expect((await (await saved).json()).version).toBe(2);
    await expectSoon(
      () => french(page).getByLabel('Summary', { exact: true }).inputValue(),
      translations.fr.excerpt,
    );
    await expectSoon(
      () => english(page).getByLabel('Title', { exact: true }).inputValue(),
      translations.en.title,
    );
    await title.fill('Le grand marché');
    await page.keyboard.press('Control+s');
    await expectSoon(async () => (await api('GET', `/news/${id}`)).content.translations, {
      fr: { ...translations.fr, title: 'Le grand marché' },
      en: translations.en,
    });
  });

  it('keeps what is written offline, and sends it once the service can be reached, one call at a time', async () => {
    const { id } = await write(marker());
    const account = await superuser();
    const page = await openAs(`/news/${id}`, account);
    const calls = requestsOf(page, 'PUT', /autosave$/);
    await page.context().setOffline(true);
    await bodyIn(french(page)).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Written offline.');
    await expectShown(page.getByText(/^Offline: kept in this browser/));
    await page.context().setOffline(false);
    await kept(page).waitFor();
    const { autosave } = await api('GET', `/news/${id}`, undefined, account);
    expect(JSON.stringify(autosave.content)).toContain('Written offline.');
    const before = calls.length;
    await page.keyboard.type('And more, letter by letter.', { delay: 30 });
    await expectSoon(() => calls.length, before + 1);
    await kept(page).waitFor();
  });

  it('UI-DRF-1: loses nothing of what one person writes in two browsers', async () => {
    const { id } = await write('Titre');
    const account = await inEnglish(product().t, product().t.colleague());
    const [one, other] = [await openAs(`/news/${id}`, account), await openAs(`/news/${id}`, account)];
    const elsewhere = other.getByText(/^Being written in another window too: kept in this browser/);
    const titleIn = (panel: Locator) => panel.getByLabel('Title', { exact: true });
    await titleIn(french(one)).fill('Titre de l’un');
    await kept(one).waitFor();
    await titleIn(english(other)).fill('Title of the other');
    await elsewhere.waitFor();
    await one.reload();
    await expectSoon(() => titleIn(french(one)).inputValue(), 'Titre de l’un');
    await other.reload();
    await expectSoon(() => titleIn(french(other)).inputValue(), 'Titre de l’un');
    expect(await titleIn(english(other)).inputValue()).toBe('Title of the other');
    await kept(other).waitFor();

    await titleIn(french(other)).fill('Titre de l’autre');
    await kept(other).waitFor();
    await titleIn(french(one)).fill('Titre de l’un encore');
    await one.getByText(/^Being written in another window too/).waitFor();
    await one.reload();
    const dialog = one.getByRole('dialog', { name: 'You also edited this article in another window' });
    await expectShown(dialog.getByText('Title · French'), dialog.locator('del', { hasText: 'autre' }));
    expect(await dialog.getByRole('group').count()).toBe(1);
    await dialog.getByRole('radio', { name: /^This window/ }).check();
    await button(dialog, 'Save this choice').click();
    await expectToast(one, 'The article is saved.');
    const { content, autosave } = await api('GET', `/news/${id}`, undefined, account);
    expect([content.translations.fr.title, content.translations.en.title, autosave]).toEqual([
      'Titre de l’un encore',
      'Title of the other',
      null,
    ]);
  });

  it('UI-DRF-1: takes what is kept for what it descends from, whatever the clock of the computer', async () => {
    const { id } = await write('Titre');
    const account = await inEnglish(product().t, product().t.colleague());
    const page = await openAs(`/news/${id}`, account);
    product().own(page);
    await page.clock.setFixedTime(Date.now() - 86_400_000);
    const title = french(page).getByLabel('Title', { exact: true });
    await title.fill('Gardé');
    await expectSoon(
      async () => (await api('GET', `/news/${id}`, undefined, account)).autosave !== null,
      true,
    );
    await page.route('**/autosave', (route) => route.abort());
    await title.fill('Gardé ici');
    await expectShown(page.getByText(/^Offline: kept in this browser/));
    await page.reload();
    await expectSoon(() => title.inputValue(), 'Gardé ici');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('UI-DRF-1: is no other window’s where the answer that it is kept got lost', async () => {
    const { id } = await write('Titre');
    const page = await openAs(`/news/${id}`);
    let isLost = true;
    await page.route('**/autosave', async (route) => {
      if (!isLost) return route.continue();
      await route.fetch();
      isLost = false;
      return route.abort();
    });
    await french(page).getByLabel('Title', { exact: true }).fill('Un titre et ');
    await expectShown(page.getByText(/^Offline: kept in this browser/));
    await kept(page).waitFor();
  });

  it('UI-DRF-1: whose session ends loses nothing, and shows it to nobody else', async () => {
    const { id } = await write(marker());
    const account = await inEnglish(product().t, product().t.colleague());
    const other = await inEnglish(product().t, product().t.colleague());
    const page = await openAs(`/news/${id}`, account);
    const title = french(page).getByLabel('Title', { exact: true });
    await title.fill('Perdu ?');
    await product().t.call('DELETE', '/sessions/current', { token: account.token });
    await page.waitForURL('**/login');
    const signInAs = async ({ email, password }: Account) => {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await button(page, 'Log In').click();
      await page.waitForURL(`**/news/${id}`);
      await settle(page);
    };
    await signInAs(other);
    expect(await title.inputValue()).not.toBe('Perdu ?');
    await page.evaluate(() => localStorage.removeItem('access_token'));
    await page.reload();
    await signInAs(account);
    await expectSoon(() => title.inputValue(), 'Perdu ?');
    await expectShown(page.getByText('What you had typed has been restored.'));
    await button(page, 'Discard this text').click();
    await expectSoon(() => title.inputValue().then((value) => value === 'Perdu ?'), false);
    await expectShown(page.getByText('Everything is saved'));
  });

  it('is not left before everything is kept unless told to', async () => {
    const { id } = await write(marker());
    const page = await openAs(`/news/${id}`);
    await french(page).getByLabel('Title', { exact: true }).fill('Half a thought');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await inDialog(page, 'Cancel').click();
    await kept(page).waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL('**/dashboard');
    expect(placeOf(page)).toBe('/dashboard');
  });

  it('UI-DRF-1: is there again when one comes back by a link, and is gone on with', async () => {
    const word = marker();
    const { id } = await write(word);
    const account = await inEnglish(product().t, product().t.colleague());
    const page = await openAs(`/news/${id}`, account);
    const title = french(page).getByLabel('Title', { exact: true });
    await title.fill('Half a thought');
    await kept(page).waitFor();
    await page.getByRole('link', { name: 'News', exact: true }).click();
    await page.getByRole('row').getByRole('link', { name: word }).click();
    await expectSoon(() => title.inputValue(), 'Half a thought');
    await title.fill('A whole thought');
    await kept(page).waitFor();
    const { autosave } = await api('GET', `/news/${id}`, undefined, account);
    expect(autosave.content.translations.fr.title).toBe('A whole thought');
  });
});

import { describe, expect, it } from 'vitest';
import { useDailyMessages } from './daily-message-steps.ts';
import { button, drafts, inDialog, loseAnswer, marker, titleIn, titlesIn } from './steps.ts';
import { expectShown, expectSoon, expectToast, holdUp, placeOf, requestsOf, toasts } from './watching.ts';

const { product, openAs, api, freshMonth, write } = useDailyMessages();

const savedTitles = async (id: string) => {
  const { fr, en } = (await api('GET', `/daily-messages/${id}`)).translations;
  return [fr.title, en?.title];
};

describe('a message of the day that is being saved', () => {
  it('loses nothing of what is typed meanwhile', async () => {
    const { id } = await write(freshMonth().day(1), 'Before');
    const page = await openAs(`/daily-message/${id}`);
    await titleIn(page, 'French').fill('First');
    const letGo = await holdUp(page, 'PATCH', `**/daily-messages/${id}`);
    await button(page, 'Save').click();
    await titleIn(page, 'French').fill('First and more');
    await titleIn(page, 'English').fill('More');
    letGo();
    await expectToast(page, 'The changes are saved.');
    expect(await savedTitles(id)).toEqual(['First', 'Before in English']);
    expect(await titlesIn(page)).toEqual(['First and more', 'More']);
    await page.reload();
    await expectSoon(() => titlesIn(page), ['First and more', 'More']);
    await button(page, 'Save').click();
    await expectToast(page, 'The changes are saved.');
    expect(await savedTitles(id)).toEqual(['First and more', 'More']);
    expect(await button(page, 'Save').isDisabled()).toBe(true);
    expect(await drafts(page)).toEqual([]);
  });

  it('loses nothing of what is typed while it is created, and while its page is loaded', async () => {
    const page = await openAs(`/daily-message/new?day=${freshMonth().day(1)}`);
    await titleIn(page, 'French').fill('First');
    const letCreate = await holdUp(page, 'POST', '**/daily-messages/');
    const letLoad = await holdUp(page, 'GET', '**/assets/message.page-*.js');
    await button(page, 'Create as a draft').click();
    await titleIn(page, 'French').fill('First and more');
    const created = page.waitForResponse('**/daily-messages/');
    letCreate();
    await created;
    await titleIn(page, 'English').fill('More');
    letLoad();
    await page.waitForURL(/daily-message\/[\da-f-]{36}$/);
    await expectShown(page.getByText('What you had typed has been restored.'));
    expect(await titlesIn(page)).toEqual(['First and more', 'More']);
    const id = placeOf(page).slice(-36);
    expect(await savedTitles(id)).toEqual(['First', undefined]);
    await button(page, 'Save').click();
    await expectToast(page, 'The draft is saved: members don’t see it.');
    expect(await savedTitles(id)).toEqual(['First and more', 'More']);
    expect(await drafts(page)).toEqual([]);
  });

  it('is created once where its answer was lost and its text changed before the next try', async () => {
    const day = freshMonth().day(1);
    const page = await openAs(`/daily-message/new?day=${day}`);
    await titleIn(page, 'French').fill('First');
    await loseAnswer(page, '**/daily-messages/');
    await button(page, 'Create and go to the next empty day').click();
    await expectToast(page, 'Something went wrong!');
    await titleIn(page, 'French').fill('First and more');
    // The first call is still at work.
    const json = { detail: 'A request with this Idempotency-Key is in progress', code: 'call_in_progress' };
    await page.route('**/daily-messages/', (route) => route.fulfill({ status: 409, json }), { times: 1 });
    const refused = page.waitForResponse('**/daily-messages/');
    await button(page, 'Create and go to the next empty day').click();
    expect((await refused).status()).toBe(409);
    await button(page, 'Create and go to the next empty day').click();
    await page.waitForURL(/daily-message\/[\da-f-]{36}$/);
    await expectShown(page.getByText('What you had typed has been restored.'));
    await button(page, 'Save').click();
    await expectToast(page, 'The draft is saved: members don’t see it.');
    const id = placeOf(page).slice(-36);
    expect(await savedTitles(id)).toEqual(['First and more', undefined]);
    expect((await api('GET', `/daily-messages/?from=${day}&to=${day}`)).count).toBe(1);
  });

  it('is written on before it is read again', async () => {
    const { id } = await write(freshMonth().day(1), 'Before');
    const page = await openAs(`/daily-message/${id}`);
    await expectShown(titleIn(page, 'French'));
    const letGo = await holdUp(page, 'GET', `**/daily-messages/${id}`);
    await titleIn(page, 'French').fill('After');
    await page.getByRole('radio', { name: 'Draft', exact: true }).check();
    await button(page, 'Save').click();
    await expectToast(page, 'The draft is saved: members don’t see it.');
    expect(await titleIn(page, 'French').inputValue()).toBe('After');
    await expectShown(page.getByRole('heading', { level: 1 }).getByText('Draft'));
    await titleIn(page, 'French').fill('After all');
    letGo();
    await button(page, 'Save').click();
    await expectSoon(() => savedTitles(id), ['After all', 'Before in English']);
  });
});

describe('a message of the day with unsaved text', () => {
  it('is saved by Ctrl+S, only when something was changed', async () => {
    const { id } = await write(freshMonth().day(1), 'Before');
    const page = await openAs(`/daily-message/${id}`);
    const saves = requestsOf(page, 'PATCH', /\/daily-messages\//);
    await titleIn(page, 'French').focus();
    await page.keyboard.press('Control+s');
    await titleIn(page, 'French').fill('After');
    await page.keyboard.press('Control+s');
    await expectToast(page, 'The changes are saved.');
    expect(await savedTitles(id)).toEqual(['After', 'Before in English']);
    await page.keyboard.press('Control+s');
    await titleIn(page, 'French').fill('After all');
    await page.keyboard.press('Control+s');
    await expectSoon(() => savedTitles(id), ['After all', 'Before in English']);
    expect(saves).toHaveLength(2);
  });

  it('is not saved by Ctrl+S in a dialog above it', async () => {
    const { id } = await write(freshMonth().day(1), 'Before');
    const page = await openAs(`/daily-message/${id}`);
    const saves = requestsOf(page, 'PATCH', /\/daily-messages\//);
    await titleIn(page, 'French').fill('After');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+s');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await titleIn(page, 'French').fill('After all');
    await page.keyboard.press('Control+s');
    await expectSoon(() => savedTitles(id), ['After all', 'Before in English']);
    expect(saves).toHaveLength(1);
  });

  it('is deleted only once told to leave; Undo brings it back, with what was typed', async () => {
    const { id } = await write(freshMonth().day(1), 'Before');
    const page = await openAs(`/daily-message/${id}`);
    await titleIn(page, 'French').fill('Half a thought');
    await button(page, 'Delete').click();
    await expectShown(page.getByRole('dialog', { name: 'Leave without saving?' }));
    await inDialog(page, 'Cancel').click();
    await expectSoon(() => page.getByRole('dialog').count(), 0);
    expect(await titleIn(page, 'French').inputValue()).toBe('Half a thought');
    expect(await savedTitles(id)).toEqual(['Before', 'Before in English']);
    await button(page, 'Delete').click();
    await inDialog(page, 'Leave').click();
    await expectSoon(() => placeOf(page), '/daily-message');
    await expectToast(page, '1\u00a0message deleted.');
    await toasts(page).getByRole('button', { name: 'Undo' }).click();
    await expectShown(toasts(page).getByText(/^The message is back on /));
    await page.goto(`${product().origin}/daily-message/${id}`);
    await expectShown(page.getByText('What you had typed has been restored.'));
    expect(await titlesIn(page)).toEqual(['Half a thought', 'Before in English']);
    expect(await savedTitles(id)).toEqual(['Before', 'Before in English']);
  });
});

describe('a table of messages', () => {
  it('that is changed while it is checked is checked again', async () => {
    const { day } = freshMonth();
    const page = await openAs('/daily-message');
    await button(page, 'Import').click();
    const table = page.getByRole('dialog').getByLabel('Table');
    const rows = (word: string) =>
      ['day;fr_title;fr_body;status', `${day(1)};${word};Texte;ready`].join('\n');
    const [old, changed] = [marker(), marker()];
    await table.fill(rows(old));
    const letGo = await holdUp(page, 'POST', '**/daily-messages/import');
    const answered = page.waitForResponse('**/daily-messages/import');
    await inDialog(page, 'Check').click();
    await table.fill(rows(changed));
    letGo();
    await answered;
    await inDialog(page, 'Check').click();
    await expectShown(page.getByRole('dialog').getByRole('table').getByText(changed));
    expect((await api('GET', `/daily-messages/?from=${day(1)}&to=${day(1)}`)).data).toEqual([]);
    await inDialog(page, 'Import 1\u00a0message').click();
    await expectToast(page, '1\u00a0message imported.');
    const imported = await api('GET', `/daily-messages/preview?day=${day(1)}&locale=fr`);
    expect(imported.title).toBe(changed);
  });
});

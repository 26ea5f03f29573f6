import { describe, expect, it } from 'vitest';
import { useBroadcasts } from './broadcast-steps.ts';
import { button, drafts, inDialog, titleIn, titlesIn } from './steps.ts';
import { expectShown, expectSoon, expectToast, holdUp, placeOf } from './watching.ts';

const { openAs, reader, draftTo, read } = useBroadcasts();

const savedTitles = async (id: string) => {
  const { fr, en } = (await read(id)).translations;
  return [fr.title, en?.title];
};

describe('a push that is being saved', () => {
  it('loses nothing of what is typed meanwhile', async () => {
    const { id } = await draftTo([], { audience: { locales: ['fr'] } });
    const page = await openAs(`/broadcast/${id}`);
    await titleIn(page, 'French').fill('First');
    await page.getByRole('checkbox', { name: 'French' }).uncheck();
    const letGo = await holdUp(page, 'PATCH', `**/broadcasts/${id}`);
    await button(page, 'Save').click();
    await titleIn(page, 'French').fill('First and more');
    await titleIn(page, 'English').fill('More');
    await page.getByLabel('From', { exact: true }).first().fill('7');
    letGo();
    await expectToast(page, 'The changes are saved.');
    expect(await savedTitles(id)).toEqual(['First', 'Hello']);
    expect(await titlesIn(page)).toEqual(['First and more', 'More']);
    await page.reload();
    await expectSoon(() => titlesIn(page), ['First and more', 'More']);
    await button(page, 'Save').click();
    await expectToast(page, 'The changes are saved.');
    expect(await savedTitles(id)).toEqual(['First and more', 'More']);
    expect((await read(id)).audience).toEqual({ app_version: { gte: '7' } });
    expect(await button(page, 'Save').isDisabled()).toBe(true);
    expect(await drafts(page)).toEqual([]);
  });

  it('is for no more than it was, when its audience says everybody and a condition', async () => {
    const { id } = await draftTo([], { audience: { everyone: true, platforms: ['ios'] } });
    const page = await openAs(`/broadcast/${id}`);
    await expectShown(page.getByRole('radio', { name: /^Some members/, checked: true }));
    await titleIn(page, 'French').fill('First');
    await button(page, 'Save').click();
    await expectToast(page, 'The changes are saved.');
    expect((await read(id)).audience).toEqual({ platforms: ['ios'] });
  });

  it('loses nothing of what is typed while it is created, and while its page is loaded', async () => {
    const page = await openAs('/broadcast/new');
    await titleIn(page, 'French').fill('First');
    const letCreate = await holdUp(page, 'POST', '**/broadcasts/');
    const letLoad = await holdUp(page, 'GET', '**/assets/broadcast.page-*.js');
    await button(page, 'Save').click();
    await titleIn(page, 'French').fill('First and more');
    const created = page.waitForResponse('**/broadcasts/');
    letCreate();
    await created;
    await titleIn(page, 'English').fill('More');
    letLoad();
    await page.waitForURL(/broadcast\/[\da-f-]{36}$/);
    await expectShown(page.getByText('What you had typed has been restored.'));
    expect(await titlesIn(page)).toEqual(['First and more', 'More']);
    const id = placeOf(page).slice(-36);
    expect(await savedTitles(id)).toEqual(['First', undefined]);
    await button(page, 'Save').click();
    await expectToast(page, 'The changes are saved.');
    expect(await savedTitles(id)).toEqual(['First and more', 'More']);
    expect(await drafts(page)).toEqual([]);
  });

  it('is asked about for sending only when nothing was typed meanwhile', async () => {
    const { id } = await draftTo([await reader()]);
    const page = await openAs(`/broadcast/${id}`);
    await titleIn(page, 'French').fill('First');
    const letGo = await holdUp(page, 'PATCH', `**/broadcasts/${id}`);
    await button(page, 'Send…').click();
    await titleIn(page, 'French').fill('First and more');
    letGo();
    await expectToast(page, 'The changes are saved.');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await titleIn(page, 'French').inputValue()).toBe('First and more');
    await button(page, 'Send…').click();
    await expectShown(page.getByRole('dialog').getByText('First and more'));
    await inDialog(page, /^Send to 1.device$/).click();
    await expectToast(page, 'Sending has started.');
    expect(await savedTitles(id)).toEqual(['First and more', 'Hello']);
  });
});

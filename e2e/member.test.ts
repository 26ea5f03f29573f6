import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Account, randomEmail } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { button, dateField, drafts, inDialog, linkInMail, marker } from './steps.ts';
import { expectShown, expectSoon, expectToast, holdUp, inEnglish, placeOf, signIn } from './watching.ts';

const product = useProduct();

const superuser = () => inEnglish(product().t, product().t.superuser());
const openAs = (account: Account, path: string) => product().open(path, { as: account, locale: 'en' });
const isAlive = async ({ token }: Account) =>
  (await product().t.call('GET', '/users/me', { token })).status === 200;

/** The account from the API. */
async function read(id: string) {
  const { t } = product();
  const { token } = await t.superuser();
  return (await t.call('GET', `/users/${id}`, { token })).body;
}

describe('a new member', () => {
  it('who is invited chooses a password by the link of a mail, and signs in with it', async () => {
    const email = randomEmail();
    const page = await openAs(await superuser(), '/members');
    await page.getByRole('link', { name: 'New member' }).first().click();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Full name').fill('Zoé Lefèvre');
    await page.getByLabel('Language').last().selectOption('en');
    await button(page, 'Send the invitation').click();
    await page.getByRole('heading', { name: 'Zoé Lefèvre Invited' }).waitFor();
    await expectToast(page, `An invitation to ${email} is on its way.`);

    const theirs = await product().open('/login', { locale: 'en' });
    await theirs.goto(await linkInMail(product(), email, 'reset-password'));
    await theirs.getByLabel('New password').fill('battery staple');
    await theirs.getByLabel('Confirm password').fill('battery staple');
    await button(theirs, 'Save the password').click();
    await theirs.waitForURL('**/login');
    await signIn(theirs, { email, password: 'battery staple' });
    await theirs.getByText('Hello Zoé').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Zoé Lefèvre Active' }).waitFor();
  });

  it('who is given a password replaces it before anything else', async () => {
    const email = randomEmail();
    const page = await openAs(await superuser(), '/members/new');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Language').last().selectOption('en');
    await page.getByLabel('Set a password').check();
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await button(page, 'Create the account').click();
    await page.getByRole('heading', { name: `${email} Active` }).waitFor();

    const theirs = await product().open('/login', { locale: 'en' });
    await signIn(theirs, { email, password: 'correct horse' });
    const heading = theirs.getByRole('heading', { name: 'Choose your own password' });
    await heading.waitFor();
    await theirs.goto(`${product().origin}/items`);
    await heading.waitFor();
    await theirs.getByLabel('Current password').fill('correct horse');
    await theirs.getByLabel('New password').fill('battery staple');
    await theirs.getByLabel('Confirm password').fill('battery staple');
    await button(theirs, 'Change the password').click();
    await theirs.getByRole('heading', { name: 'Items', exact: true }).waitFor();
    expect(await product().t.login(email, 'battery staple')).toMatch(/^ey/);
  });
});

describe('the page of a member', () => {
  it('shows what happened, of one kind on request, and older entries', async () => {
    const { t } = product();
    const { id, token } = await t.member();
    for (let n = 1; n <= 21; n++) await t.call('POST', '/items/', { token, json: { title: `Note ${n}` } });
    const page = await openAs(await superuser(), `/members/${id}`);
    const entries = page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
    await expectShown(entries.getByText('Note 21', { exact: true }));
    await expectSoon(() => entries.count(), 20);
    // A live update, which reads the timeline again, ends the read of older entries.
    const release = await holdUp(page, 'GET', '**/timeline?*before=*');
    const asked = page.waitForRequest(/before=/);
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('before='));
    await button(page, 'Show older activity').click();
    await asked;
    const admin = await superuser();
    await t.call('PATCH', `/users/${id}`, { token: admin.token, json: { full_name: 'Zoé Lefèvre' } });
    await ended;
    release();
    await expectShown(
      entries.getByText('Note 1', { exact: true }),
      entries.getByText('Sign-in', { exact: true }),
    );
    await page.getByRole('link', { name: 'Sign-ins 1', exact: true }).click();
    await expectSoon(() => entries.count(), 1);
    expect(placeOf(page)).toBe(`/members/${id}?kind=sign_in`);
    await page.getByRole('link', { name: 'Items 21', exact: true }).click();
    await expectSoon(() => entries.count(), 20);
    await page.reload();
    await page.getByRole('link', { name: 'Open the list' }).click();
    await page.waitForURL(`**/items?owner_id=${id}`);
  });

  it('tells who they are, and lets the team write to them once', async () => {
    const { t } = product();
    const { id, email, token } = await t.member({ full_name: 'Zoé Lefèvre' });
    const page = await openAs(await superuser(), `/members/${id}`);
    await expectShown(page.getByText(RegExp(`${email} · French · joined on .+ · (never|last) seen`)));
    await button(page, 'Write to them').click();
    const dialog = page.getByRole('dialog', { name: 'Write to Zoé Lefèvre' });
    await dialog.getByLabel('Subject').fill('Welcome');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expectShown(dialog.getByText('Write a message'));
    await dialog.getByLabel('Message').fill('Hello Zoé');
    await page.keyboard.press('Escape');
    await button(page, 'Write to them').click();
    expect(await dialog.getByLabel('Message').inputValue()).toBe('Hello Zoé');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expectToast(page, 'Message sent.');
    const { body } = await t.call('GET', '/app/messages', { token });
    expect(body.data).toMatchObject([{ subject: 'Welcome', is_unread: true }]);
    await expectShown(page.getByRole('link', { name: 'Conversations 1' }));
  });

  it('begins with the name beside the picture, though it is written from right to left', async () => {
    const { t } = product();
    const member = await t.member({ full_name: 'محمد بن عبد الله الفاروقي' });
    const page = await openAs(await superuser(), `/members/${member.id}`);
    const title = page.getByRole('heading', { level: 1 });
    await expectShown(title.getByText('Active'));
    const [heading, status] = [await title.boundingBox(), await title.getByText('Active').boundingBox()];
    const name = await title.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element.firstElementChild ?? element);
      return range.getBoundingClientRect().left;
    });
    expect(name).toBeCloseTo(heading?.x ?? 0, 0);
    expect(status?.x).toBeGreaterThan(name);
  });

  it('is found among administrators once they are one, whatever led there', async () => {
    const { t } = product();
    const [admin, colleague, member] = [await superuser(), await t.colleague(), await t.member()];
    const page = await openAs(admin, `/members/${colleague.id}?view=activity`);
    await expectSoon(() => placeOf(page), `/admin/${colleague.id}?view=activity`);
    await expectShown(page.getByRole('main').getByRole('link', { name: 'Back to administrators' }));
    await page.goto(`${product().origin}/admin/${member.id}`);
    await expectSoon(() => placeOf(page), `/members/${member.id}`);
    await expectShown(button(page, 'Write to them'));
  });

  it('changes name, address and language', async () => {
    const { id } = await product().t.member({ full_name: 'Before' });
    const page = await openAs(await superuser(), `/members/${id}?view=account`);
    const email = randomEmail();
    expect(await button(page, 'Save').isDisabled()).toBe(true);
    await page.getByLabel('Full name').fill('After');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Language').last().selectOption('en');
    await button(page, 'Save').click();
    await page.getByRole('heading', { name: 'After' }).waitFor();
    await expectToast(page, 'The changes are saved.');
    expect(await read(id)).toMatchObject({ full_name: 'After', email, locale: 'en', version: 2 });
  });

  it('is not left with unsaved changes unless told to', async () => {
    const { id } = await product().t.member({ full_name: 'Before' });
    const page = await openAs(await superuser(), `/members/${id}?view=account`);
    const name = page.getByLabel('Full name');
    await name.fill('After');
    const leave = () => page.getByRole('link', { name: 'Dashboard' }).click();
    await leave();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await inDialog(page, 'Cancel').click();
    expect(placeOf(page)).toBe(`/members/${id}?view=account`);
    expect(await name.inputValue()).toBe('After');
    await leave();
    await inDialog(page, 'Leave').click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.goBack();
    await expectSoon(() => name.inputValue(), 'Before');
    expect((await read(id)).full_name).toBe('Before');
  });

  it('is not left by the back button with unsaved changes unless told to', async () => {
    const full_name = marker();
    const { id } = await product().t.member({ full_name });
    const list = `/members?search=${full_name}`;
    const page = await openAs(await superuser(), list);
    await page.getByRole('link', { name: full_name }).click();
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    const name = page.getByLabel('Full name');
    await name.fill('After');
    await page.goBack();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await inDialog(page, 'Cancel').click();
    expect(placeOf(page)).toBe(`/members/${id}?view=account`);
    expect(await name.inputValue()).toBe('After');
    await page.goBack();
    await inDialog(page, 'Leave').click();
    await expectSoon(() => placeOf(page), list);
    expect((await read(id)).full_name).toBe(full_name);
  });

  it('loses nothing of what is typed while it is saved', async () => {
    const { id } = await product().t.member({ full_name: 'Before' });
    const page = await openAs(await superuser(), `/members/${id}?view=account`);
    const name = page.getByLabel('Full name');
    await name.fill('First');
    const letGo = await holdUp(page, 'PATCH', `**/users/${id}`);
    await button(page, 'Save').click();
    await name.fill('First and more');
    letGo();
    await expectToast(page, 'The changes are saved.');
    expect(await name.inputValue()).toBe('First and more');
    expect((await read(id)).full_name).toBe('First');
    await page.reload();
    await expectSoon(() => name.inputValue(), 'First and more');
    await button(page, 'Save').click();
    await expectToast(page, 'The changes are saved.');
    expect((await read(id)).full_name).toBe('First and more');
    expect(await button(page, 'Save').isDisabled()).toBe(true);
    expect(await drafts(page)).toEqual([]);
  });

  it('can be written on before the account is read again', async () => {
    const { id } = await product().t.member({ full_name: 'Before' });
    const page = await openAs(await superuser(), `/members/${id}?view=account`);
    const name = page.getByLabel('Full name');
    await name.waitFor();
    const letGo = await holdUp(page, 'GET', `**/users/${id}`);
    await name.fill('After');
    await button(page, 'Save').click();
    await expectToast(page, 'The changes are saved.');
    expect(await name.inputValue()).toBe('After');
    await expectShown(page.getByRole('heading', { level: 1 }).getByText('After'));
    await name.fill('After all');
    letGo();
    await button(page, 'Save').click();
    await expectSoon(async () => (await read(id)).full_name, 'After all');
  });

  it('shows both versions when a colleague was faster; mine can be kept', async () => {
    const { id, email } = await product().t.member({ full_name: 'Before' });
    const [mine, theirs] = await editTwice(id);
    const dialog = mine.getByRole('dialog', { name: 'Somebody else has changed this account' });
    const choice = dialog.getByRole('group', { name: 'Full name' });
    await expectShown(
      choice.getByRole('radio', { name: 'Mine Mine', checked: true }),
      choice.getByRole('radio', { name: 'Theirs Theirs' }),
    );
    await inDialog(mine, 'Save this choice').click();
    await expectToast(mine, 'The changes are saved.');
    expect(await read(id)).toMatchObject({ full_name: 'Mine', email, version: 3 });
    // The field has lost the focus: the saved value replaces the input.
    await expectSoon(() => theirs.getByLabel('Full name').inputValue(), 'Mine');
  });

  it('shows both versions when a colleague was faster; theirs can be taken', async () => {
    const { id } = await product().t.member({ full_name: 'Before' });
    const [mine] = await editTwice(id);
    const name = mine.getByLabel('Full name');
    await inDialog(mine, 'Cancel').click();
    expect(await name.inputValue()).toBe('Mine');
    await button(mine, 'Save').click();
    await mine
      .getByRole('dialog')
      .getByRole('radio', { name: /^Theirs/ })
      .check();
    await inDialog(mine, 'Save this choice').click();
    await expectSoon(() => name.inputValue(), 'Theirs');
    expect(await button(mine, 'Save').isDisabled()).toBe(true);
    expect(await read(id)).toMatchObject({ full_name: 'Theirs', version: 2 });
  });

  it('shuts the account with a reason until a day, and opens it again', async () => {
    const member = await product().t.member({ full_name: 'Zoé Lefèvre' });
    const colleague = await inEnglish(product().t, product().t.colleague());
    const page = await openAs(colleague, `/members/${member.id}?view=account`);
    await button(page, 'Deactivate').click();
    await page.getByLabel('Reason').fill('Asked for it');
    await dateField(page, 'Until').fill('2999-01-02');
    await inDialog(page, 'Deactivate').click();
    const banner = page.getByRole('status').filter({ hasText: 'Deactivated on' });
    await expectShown(
      banner.getByText(`by ${colleague.email} until 2 January 2999`),
      banner.getByText('Asked for it'),
      page.getByRole('heading', { name: 'Zoé Lefèvre Deactivated' }),
    );
    expect(await isAlive(member)).toBe(false);
    expect(await product().t.login(member.email, member.password)).toBeUndefined();
    await button(page, 'Reactivate').click();
    await page.getByRole('heading', { name: 'Zoé Lefèvre Active' }).waitFor();
    await banner.waitFor({ state: 'detached' });
    expect(await product().t.login(member.email, member.password)).toMatch(/^ey/);
  });

  it('opens the account again by an undo, unless a colleague changed it since', async () => {
    const { t } = product();
    const { id } = await t.member({ full_name: 'Zoé Lefèvre' });
    const page = await openAs(await superuser(), `/members/${id}?view=account`);
    const deactivate = async () => {
      await button(page, 'Deactivate').click();
      await inDialog(page, 'Deactivate').click();
      await page.getByRole('heading', { name: 'Zoé Lefèvre Deactivated' }).waitFor();
    };
    await deactivate();
    await expectToast(page, 'The account of Zoé Lefèvre has been deactivated.');
    await button(page, 'Undo').click();
    await page.getByRole('heading', { name: 'Zoé Lefèvre Active' }).waitFor();

    await deactivate();
    const { token } = await t.superuser();
    await t.call('POST', `/users/${id}/deactivate`, { token, json: { reason: 'Asked for it' } });
    await button(page, 'Undo').click();
    await expectToast(page, 'Somebody else has just saved a change: check it, then try again.');
    expect(await read(id)).toMatchObject({ is_active: false, deactivation_reason: 'Asked for it' });
  });

  it('shuts the account until a day of the organisation, wherever the reader is', async () => {
    const { t } = product();
    const { id } = await t.member();
    const colleague = await inEnglish(t, t.colleague());
    const json = { time_zone: 'Pacific/Honolulu' };
    await t.call('PATCH', '/preferences/', { token: colleague.token, json });
    const page = await openAs(colleague, `/members/${id}?view=account`);
    await button(page, 'Deactivate').click();
    await dateField(page, 'Until').fill('2999-01-02');
    await inDialog(page, 'Deactivate').click();
    await expectShown(page.getByRole('status').getByText('until 2 January 2999'));
  });

  it('deletes the account, told of the consequences; the trash gives it back', async () => {
    const member = await product().t.member({ full_name: marker() });
    const { id } = member;
    for (const title of ['One', 'Two'])
      await product().t.call('POST', '/items/', { token: member.token, json: { title } });
    const { full_name: name } = await read(id);
    const page = await openAs(await superuser(), `/members/${id}?view=account`);
    await button(page, 'Delete').click();
    const dialog = page.getByRole('dialog', { name: `Delete ${name}?` });
    await dialog.getByText('their items are hidden (2 items)').waitFor();
    await inDialog(page, 'Delete').click();
    await page.waitForURL('**/members');
    expect(await isAlive(member)).toBe(false);

    await page.goto(`${product().origin}/members?search=${name}`);
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('deleted');
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await button(page, 'Restore').click();
    await inDialog(page, 'Restore').click();
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    expect(await product().t.login(member.email, member.password)).toMatch(/^ey/);
  });

  it('does not ask for more than it knows: without the number of items nothing is erased', async () => {
    const { id } = await product().t.member();
    const page = await openAs(await superuser(), `/members/${id}?view=account`);
    await page.route('**/api/v1/items/?*', (route) =>
      route.fulfill({ status: 500, json: { detail: '', code: 'internal_error' } }),
    );
    await button(page, 'Erase for good').click();
    await expectToast(page, 'Something went wrong!');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('erases the account for good once the word is typed', async () => {
    const { id, email, password } = await product().t.member({ full_name: 'Zoé Lefèvre' });
    const page = await openAs(await superuser(), `/members/${id}?view=account`);
    await button(page, 'Erase for good').click();
    const confirm = inDialog(page, 'Erase for good');
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Type erase to confirm').fill('eras');
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Type erase to confirm').fill('erase');
    await confirm.click();
    await page.waitForURL('**/members');
    await page.goto(`${product().origin}/members/${id}?view=account`);
    await page.getByText('It may have been erased.').waitFor();
    expect(await page.getByRole('heading', { name: 'This account doesn’t exist' }).count()).toBe(1);
    expect(await product().t.login(email, password)).toBeUndefined();
  });

  it('signs the member out everywhere', async () => {
    const member = await product().t.member({ full_name: 'Zoé Lefèvre' });
    const page = await openAs(await superuser(), `/members/${member.id}?view=account`);
    await button(page, 'Log out everywhere').click();
    await inDialog(page, 'Log out everywhere').click();
    await expectToast(page, 'Logged out everywhere.');
    expect(await isAlive(member)).toBe(false);
    expect(await product().t.login(member.email, member.password)).toMatch(/^ey/);
  });
});

/** Two administrators rename an account concurrently; the second is in a dialog. */
async function editTwice(id: string): Promise<[mine: Page, theirs: Page]> {
  const mine = await openAs(await superuser(), `/members/${id}?view=account`);
  const theirs = await openAs(
    await inEnglish(product().t, product().t.colleague()),
    `/members/${id}?view=account`,
  );
  await mine.getByLabel('Full name').fill('Mine');
  await theirs.getByLabel('Full name').fill('Theirs');
  await button(theirs, 'Save').click();
  await expectToast(theirs, 'The changes are saved.');
  await button(mine, 'Save').click();
  await mine.getByRole('dialog').waitFor();
  return [mine, theirs];
}

describe('the internal note about a member', () => {
  it('is kept for the team, and shows both texts when a colleague was faster', async () => {
    const { t } = product();
    const { id } = await t.member({ full_name: 'Zoé Lefèvre' });
    const page = await openAs(await superuser(), `/members/${id}`);
    const note = page.getByRole('textbox', { name: 'Internal note' });
    await note.fill('Helps at the library');
    await button(page, 'Save the note').click();
    await expectToast(page, 'Note saved.');
    await expectShown(page.getByText(/Only administrators read it\. Changed just.now by/));
    const she = await t.colleague();
    await note.fill('Mine');
    const json = { body: 'Theirs', version: 1 };
    await t.call('PUT', `/users/${id}/note`, { token: she.token, json });
    await button(page, 'Save the note').click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed this note' });
    await expectShown(dialog.getByRole('radio', { name: 'Theirs Theirs' }));
    await inDialog(page, 'Save this choice').click();
    const written = async () => (await t.call('GET', `/users/${id}/note`, { token: she.token })).body.body;
    await expectSoon(written, 'Mine');
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aColleague, anAccount, aSuperuser, idOf } from '../../../test/accounts.ts';
import { answer, contract, hold, loseConnection, refuse } from '../../../test/api.ts';
import { anItem } from '../../../test/items.ts';
import { openPage } from '../../../test/render.tsx';
import { button, expectProblem, expectToast, namesIn, refusedReads } from '../../../test/screen.ts';

const NOTEBOOK = anItem({ id: idOf(101), title: 'A notebook' });
const PENCIL = anItem({ id: idOf(102), title: 'A pencil' });

/** Answers the list with rows that a test may change. */
function answerList(...rows: ReturnType<typeof anItem>[]) {
  const calls = answer(contract.items.readItems, () => ({
    status: 200,
    body: { data: rows, count: rows.length },
  }));
  return { rows, calls };
}

const openItems = () => openPage('/items', { as: anAccount() });

it('adds an item with trimmed texts, empties the form and focuses it for the next one', async () => {
  const { rows } = answerList();
  const calls = answer(contract.items.createItem, () => {
    rows.push(NOTEBOOK);
    return { status: 200, body: NOTEBOOK };
  });
  const { user } = await openItems();
  const form = await screen.findByRole('form', { name: 'New item' });
  const title = within(form).getByLabelText('New item');
  await user.click(title);
  await user.paste('  A notebook ');
  await user.keyboard('{Enter}');
  await expectToast('The item is added.');
  expect(calls[0]?.body).toEqual({ title: 'A notebook', description: null });
  expect(await screen.findByRole('row', { name: /A notebook/ })).toBeVisible();
  expect(title).toHaveValue('');
  expect(title).toHaveFocus();
});

it('checks the texts of a new item when they are left', async () => {
  answerList();
  const calls = answer(contract.items.createItem, { status: 200, body: NOTEBOOK });
  const { user } = await openItems();
  const form = within(await screen.findByRole('form', { name: 'New item' }));
  const [title, description] = [form.getByLabelText('New item'), form.getByLabelText('Description')];
  await user.click(title);
  await user.keyboard('{Enter}');
  await expectProblem(title, 'A title is required');
  await user.paste('x'.repeat(256));
  await user.tab();
  await expectProblem(title, 'A title has at most 255 characters');
  await user.paste('x'.repeat(256));
  await user.tab();
  await expectProblem(description, 'A description has at most 255 characters');
  expect(calls).toEqual([]);
  await user.type(title, '{Backspace}');
  await user.type(description, '{Backspace}{Enter}');
  await expectToast('The item is added.');
  expect(calls.map(({ body }) => body)).toEqual([{ title: 'x'.repeat(255), description: 'x'.repeat(255) }]);
});

it('keeps the text of a new item whose saving failed, and adds it once when it is sent again', async () => {
  const { rows } = answerList();
  const keys: (string | null)[] = [];
  answer(contract.items.createItem, ({ headers }) => {
    keys.push(headers.get('idempotency-key'));
    if (keys.length === 1) throw Response.error();
    rows.push(NOTEBOOK);
    return { status: 200, body: NOTEBOOK };
  });
  const { user } = await openItems();
  const title = within(await screen.findByRole('form', { name: 'New item' })).getByLabelText('New item');
  await user.click(title);
  await user.paste('A notebook');
  await user.keyboard('{Enter}');
  await expectToast('The service can’t be reached. Check your connection and try again.');
  expect(title).toHaveValue('A notebook');
  expect(keys).toHaveLength(1);
  await user.type(title, '{Enter}');
  await expectToast('The item is added.');
  expect(keys[1]).toBe(keys[0]);
  expect(title).toHaveValue('');
});

it('keeps what was typed of a new item as a draft, which can be discarded', async () => {
  answerList();
  const first = await openItems();
  const titleField = async () =>
    within(await screen.findByRole('form', { name: 'New item' })).getByLabelText('New item');
  await first.user.click(await titleField());
  await first.user.paste('Half a tho');
  first.unmount();
  const { user } = await openItems();
  expect(await titleField()).toHaveValue('Half a tho');
  await user.click(await button('Discard this text'));
  expect(await titleField()).toHaveValue('');
});

const editor = () => within(screen.getByRole('table')).findByLabelText('Title');

it('saves an item that is edited in its row, with trimmed texts', async () => {
  const { rows } = answerList(NOTEBOOK, PENCIL);
  const { calls, release } = hold(contract.items.updateItem, () => {
    rows[0] = anItem({ ...NOTEBOOK, title: 'A red notebook' });
    return { status: 200, body: rows[0] };
  });
  const { user } = await openItems();
  await user.click(await button('Edit A notebook'));
  await waitFor(async () => expect(await editor()).toHaveFocus());
  await user.clear(await editor());
  await user.paste(' A red notebook ');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(calls).toHaveLength(1));
  release();
  await expect.poll(namesIn).toEqual(['A red notebook', 'A pencil']);
  expect(calls[0]).toMatchObject({
    params: { id: NOTEBOOK.id },
    body: { title: 'A red notebook', description: null },
  });
});

it('leaves an item as it was when editing is cancelled', async () => {
  answerList(NOTEBOOK, PENCIL);
  const { user } = await openItems();
  for (const cancel of [() => user.keyboard('{Escape}'), async () => user.click(await button('Cancel'))]) {
    await user.click(await button('Edit A notebook'));
    expect(await editor()).toHaveValue('A notebook');
    await user.type(await editor(), ' more');
    await cancel();
    await expect.poll(namesIn).toEqual(['A notebook', 'A pencil']);
  }
});

it('requires a title of an item in its row', async () => {
  answerList(NOTEBOOK);
  const { user } = await openItems();
  await user.click(await button('Edit A notebook'));
  await user.clear(await editor());
  await user.tab();
  await expectProblem(await editor(), 'A title is required');
});

it('keeps what is typed in a row as a draft while another row is edited', async () => {
  answerList(NOTEBOOK, PENCIL);
  const { user } = await openItems();
  await user.click(await button('Edit A notebook'));
  await user.clear(await editor());
  await user.paste('A red notebook');
  await user.click(await button('Edit A pencil'));
  await waitFor(async () => expect(await editor()).toHaveValue('A pencil'));
  await user.click(await button('Edit A notebook'));
  expect(await screen.findByText('What you had typed has been restored.')).toBeVisible();
  expect(await editor()).toHaveValue('A red notebook');
});

it('shows a changed item at once, and its former title again when saving fails', async () => {
  answerList(NOTEBOOK, PENCIL);
  const { user } = await openItems();
  await user.click(await button('Edit A notebook'));
  const title = await within(screen.getByRole('table')).findByLabelText('Title');
  await user.clear(title);
  await user.paste('A red notebook');
  loseConnection(contract.items.updateItem);
  await user.keyboard('{Enter}');
  await expectToast('Something went wrong!');
  expect(title).toHaveValue('A red notebook');
});

it('deletes an item at once and restores it from the toast', async () => {
  const { rows } = answerList(NOTEBOOK, PENCIL);
  const { calls, release } = hold(contract.items.deleteItem, ({ params }) => {
    rows.splice(
      rows.findIndex(({ id }) => id === params['id']),
      1,
    );
    return { status: 200, body: { message: 'Item deleted successfully' } };
  });
  const { user } = await openItems();
  await user.click(await button('Delete A notebook'));
  await expect.poll(namesIn).toEqual(['A pencil']);
  release();
  await expectToast('1 item deleted.');
  expect(calls[0]?.params).toEqual({ id: NOTEBOOK.id });
  const restored = answer(contract.items.restoreItem, () => {
    rows.unshift(NOTEBOOK);
    return { status: 200, body: NOTEBOOK };
  });
  await user.click(await button('Undo'));
  await expectToast('1 item restored.');
  await expect.poll(namesIn).toEqual(['A notebook', 'A pencil']);
  expect(restored).toHaveLength(1);
});

it('shows an item again whose deletion is refused', async () => {
  answerList(NOTEBOOK, PENCIL);
  refuse(contract.items.deleteItem, 'not_item_owner');
  const { user } = await openItems();
  await button('Delete A notebook');
  await user.click(await button('Delete A notebook'));
  await expectToast('Something went wrong!');
  await expect.poll(namesIn).toEqual(['A notebook', 'A pencil']);
});

it('deletes the selected items after a confirmation, and restores them together', async () => {
  const { rows } = answerList(NOTEBOOK, PENCIL, anItem({ id: idOf(103), title: 'A ruler' }));
  const calls = answer(contract.items.bulkItems, ({ body }) => {
    const { action, ids = [] } = body as { action: string; ids?: string[] };
    if (action === 'delete') rows.splice(0, 2);
    else rows.unshift(NOTEBOOK, PENCIL);
    return { status: 200, body: { done: ids.length, skipped: [], count: ids.length } };
  });
  const { user } = await openItems();
  for (const title of ['A notebook', 'A pencil']) {
    const box = await screen.findByRole('checkbox', { name: `Select ${title}` });
    await waitFor(() => expect(box).toBeEnabled());
    await user.click(box);
  }
  await user.click(await button('Delete'));
  const dialog = within(await screen.findByRole('dialog', { name: /^Delete 2\sitems\?$/ }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(calls).toEqual([]);
  await user.click(await button('Delete'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await expect.poll(namesIn).toEqual(['A ruler']);
  const ids = [NOTEBOOK.id, PENCIL.id];
  expect(calls.map(({ body }) => body)).toEqual([{ action: 'delete', ids }]);
  await user.click(await button('Undo'));
  await expectToast('2 items restored.');
  expect(calls.at(-1)?.body).toEqual({ action: 'restore', ids });
  await expect.poll(namesIn).toEqual(['A notebook', 'A pencil', 'A ruler']);
});

it('deletes all matching items by the filter, with the number that was shown, and offers no undo', async () => {
  answer(contract.items.readItems, { status: 200, body: { data: [NOTEBOOK], count: 60 } });
  const calls = answer(contract.items.bulkItems, { status: 200, body: { done: 60, skipped: [], count: 60 } });
  const { user } = await openPage('/items?search=a', { as: anAccount() });
  await waitFor(() => expect(namesIn()).toEqual(['A notebook']));
  const page = screen.getByRole('checkbox', { name: 'Select all rows of this page' });
  await waitFor(() => expect(page).toBeEnabled());
  await user.click(page);
  await user.click(await button('Select all 60 matching'));
  await user.click(await button('Delete'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await expectToast('60 items deleted.');
  expect(calls.map(({ body }) => body)).toEqual([
    { action: 'delete', filter: { search: 'a' }, expected_count: 60 },
  ]);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('exports the items with the filter and the order of the list', async () => {
  const { calls: reads } = answerList(NOTEBOOK);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const calls = answer(contract.items.exportItems, { status: 200, body: 'title' });
  const { user } = await openPage('/items?search=é&sort=-title&page=2', { as: anAccount() });
  await user.click(await button('Export CSV'));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.query).toEqual({ search: 'é', sort: '-title' });
  expect(reads[0]?.query).toEqual({
    search: 'é',
    sort: '-title',
    skip: '25',
    limit: '25',
    count_up_to: '10000',
  });
});

it('shows superusers everybody’s items with their owners, and those of one owner', async () => {
  const owner = { id: anAccount().id, full_name: 'Ada Lovelace', email: 'ada@example.com' };
  const calls = answer(contract.items.readItems, {
    status: 200,
    body: { data: [anItem({ ...NOTEBOOK, owner })], count: 1 },
  });
  answer(contract.users.readUserById, { status: 200, body: anAccount() });
  const { user } = await openPage('/items', { as: aSuperuser() });
  const filter = await screen.findByRole('combobox', { name: 'Owner' });
  expect(screen.getByRole('columnheader', { name: 'Owner' })).toBeVisible();
  await user.selectOptions(filter, 'Mine');
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ owner_id: aSuperuser().id }));
  await user.selectOptions(filter, 'Everybody’s');
  await waitFor(() => expect(window.location.search).toBe(''));
  await user.click(await screen.findByRole('link', { name: 'Ada Lovelace' }));
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ owner_id: owner.id }));
  await user.click(await screen.findByRole('button', { name: /^Owner: Ada Lovelace/ }));
  await waitFor(() => expect(window.location.search).toBe(''));
});

it('shows others only their own items, without an owner', async () => {
  answerList(NOTEBOOK);
  await openItems();
  expect(await screen.findByRole('columnheader', { name: 'Title' })).toBeVisible();
  expect(screen.queryByRole('columnheader', { name: 'Owner' })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Owner' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'History of A notebook' })).toBeNull();
});

it('says how a first item is written where there is none', async () => {
  answerList();
  await openItems();
  expect(await screen.findByRole('heading', { name: 'No items yet' })).toBeVisible();
  expect(screen.getByText('Write a title above and press Enter.')).toBeVisible();
});

it.each([
  ['read', aColleague(['items.read']), ['Edit Mine', 'Delete Mine']],
  [
    'change',
    aColleague(['items.read', 'items.write']),
    ['Edit Mine', 'Delete Mine', 'Edit A pencil', 'Delete A pencil'],
  ],
] as const)('lets those who may %s everybody’s items do so', async (_what, as, buttons) => {
  const owner = { id: idOf(11), full_name: 'Zoé Lefèvre', email: 'zoe@example.com' };
  answerList(
    anItem({ id: idOf(103), title: 'Mine', owner_id: as.id, owner: as }),
    anItem({ ...PENCIL, owner_id: owner.id, owner }),
  );
  const { user } = await openPage('/items', { as });
  const table = within(await screen.findByRole('table'));
  expect(await table.findByRole('link', { name: 'Zoé Lefèvre' })).toBeVisible();
  const names = table.getAllByRole('button').map(({ ariaLabel }) => ariaLabel ?? '');
  expect(names.filter((name) => /^(Edit|Delete) /.test(name))).toEqual(buttons);
  expect(screen.queryByRole('link', { name: /^History/ })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: /A pencil/ }));
  expect(await button('Export the selection')).toBeVisible();
  expect(screen.queryAllByRole('button', { name: 'Delete' })).toHaveLength(buttons.length > 2 ? 1 : 0);
  await user.click(table.getByRole('link', { name: 'Zoé Lefèvre' }));
  expect(await screen.findByText('Owner: Zoé Lefèvre')).toBeVisible();
  expect(refusedReads()).toEqual([]);
});

import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anAccount, idOf } from '../../../test/accounts.ts';
import { answer, contract, hold, loseConnection } from '../../../test/api.ts';
import { anItem } from '../../../test/items.ts';
import { openPage } from '../../../test/render.tsx';
import { button, expectToast, namesIn } from '../../../test/screen.ts';

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

it('requires a title for a new item', async () => {
  answerList();
  const calls = answer(contract.items.createItem, { status: 200, body: NOTEBOOK });
  const { user } = await openItems();
  const form = await screen.findByRole('form', { name: 'New item' });
  await user.click(within(form).getByLabelText('New item'));
  await user.keyboard('{Enter}');
  expect(await within(form).findByText('A title is required')).toBeVisible();
  expect(calls).toEqual([]);
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

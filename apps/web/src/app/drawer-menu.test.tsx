import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aSuperuser } from '../../test/accounts.ts';
import { answer, contract } from '../../test/api.ts';
import { openPage } from '../../test/render.tsx';

async function openDrawer() {
  answer(contract.users.readUsers, { status: 200, body: { data: [], count: 0 } });
  answer(contract.items.readItems, { status: 200, body: { data: [], count: 0 } });
  const page = await openPage('/items', { as: aSuperuser() });
  await page.user.click(await screen.findByLabelText('Open the menu'));
  return { ...page, drawer: await screen.findByRole('dialog', { name: 'Main menu' }) };
}

it('shows the main menu and the signed-in user in the drawer', async () => {
  const { drawer } = await openDrawer();
  expect(within(drawer).getAllByRole('link')).toHaveLength(8);
  expect(drawer).toHaveTextContent('Logged in as: grace@example.com');
});

it('closes the drawer when a menu entry is chosen', async () => {
  const { user, drawer } = await openDrawer();
  await user.click(within(drawer).getByRole('link', { name: 'Members' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('heading', { level: 1, name: 'Members' })).toBeVisible();
});

it('closes the drawer with Escape', async () => {
  const { user } = await openDrawer();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

import type { Role } from '@agora/contract/features/accounts/accounts.roles.schema';
import type { Locale } from '@agora/contract/shared/locale';
import { BUILT_IN_ROLES, type Permission } from '@agora/contract/shared/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aColleague, aSuperuser, idOf } from '../../../../test/accounts.ts';
import { answer, contract, refuse } from '../../../../test/api.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, expectToast } from '../../../../test/screen.ts';

const { roles } = contract;

const aRole = (own: Partial<Role> = {}): Role => ({
  id: idOf(50),
  key: null,
  name: 'Press',
  permissions: ['news.read', 'news.write'],
  members: 2,
  version: 3,
  updated_at: '2026-01-02T10:00:00.000Z',
  ...own,
});
const EDITOR = aRole({
  id: idOf(51),
  key: 'editor',
  name: 'Editor',
  permissions: [...BUILT_IN_ROLES.editor],
});

async function open(me = aSuperuser(), rows: Role[] = [EDITOR, aRole()], locale: Locale = 'en') {
  answer(roles.readRoles, { status: 200, body: { data: rows, count: rows.length } });
  const opened = await openPage('/roles', { as: me, locale });
  await screen.findByText(rows[0]?.key === 'editor' ? /^(Editor|Rédaction)$/ : 'Press');
  return opened;
}

const checkbox = (noun: string, act: string) =>
  within(screen.getByRole('group', { name: noun })).getByRole('checkbox', { name: act });

it('says what each role allows and who has it', async () => {
  await open();
  const [editor, press] = screen.getAllByRole('listitem').filter((row) => row.closest('.rows'));
  expect(editor).toHaveTextContent('Editor');
  expect(editor).toHaveTextContent('Included');
  expect(press).toHaveTextContent('Write articles');
  expect(press).not.toHaveTextContent('Read articles');
  expect(within(press as HTMLElement).getByRole('link', { name: /^2\speople$/ })).toHaveAttribute(
    'href',
    `/admin?role_id=${idOf(50)}`,
  );
  expect(screen.queryByRole('button', { name: 'Edit the role “Editor”' })).toBeNull();
});

it('names the built-in roles in French', async () => {
  await open(aSuperuser(), [EDITOR], 'fr');
  expect(await screen.findByText('Rédaction')).toBeVisible();
  expect(screen.getByText('Fourni')).toBeVisible();
});

it('adds and removes the permission to read with the others of its noun', async () => {
  const { user } = await open();
  const creations = answer(roles.createRole, { status: 200, body: aRole() });
  await user.click(await button('New role'));
  await user.type(screen.getByLabelText(/^Name/), 'Press');
  await user.click(checkbox('News', 'Publish'));
  expect(checkbox('News', 'Read')).toBeChecked();
  await user.click(checkbox('Statistics', 'Read'));
  await user.click(checkbox('Push notifications', 'Send'));
  await user.click(checkbox('Push notifications', 'Read'));
  expect(checkbox('Push notifications', 'Send')).not.toBeChecked();
  await user.click(await button('Create'));
  await expectToast('The role is saved. It applies at once.');
  expect(creations[0]?.body).toEqual({
    name: 'Press',
    permissions: ['news.read', 'news.publish', 'statistics.read'] satisfies Permission[],
  });
});

it('sends the version of a role that is edited, and says that a name is taken', async () => {
  const { user } = await open();
  const changes = refuse(roles.updateRole, 'role_name_taken');
  await user.click(await button('Edit the role “Press”'));
  await user.click(checkbox('News', 'Publish'));
  await user.click(await button('Save'));
  await screen.findByText('A role already has this name.');
  expect(changes[0]?.body).toEqual({
    name: 'Press',
    permissions: ['news.read', 'news.write', 'news.publish'],
    version: 3,
  });
});

it('copies a built-in role', async () => {
  const { user } = await open();
  const creations = answer(roles.createRole, { status: 200, body: aRole() });
  await user.click(await button('Copy the role “Editor”'));
  await user.click(await button('Create'));
  await waitFor(() => expect(creations).toHaveLength(1));
  expect(creations[0]?.body).toEqual({ name: 'Editor (copy)', permissions: EDITOR.permissions });
});

it('offers a colleague only the permissions that they have', async () => {
  const me = aColleague(['team.read', 'team.administer', 'news.read']);
  const { user } = await open(me, [aRole({ permissions: ['news.read', 'ratings.read'] })]);
  await user.click(await button('Edit the role “Press”'));
  expect(checkbox('News', 'Read')).toBeEnabled();
  expect(checkbox('News', 'Write')).toBeDisabled();
  // What the role has already may stay or go.
  expect(checkbox('Ratings', 'Read')).toBeEnabled();
  expect(screen.getByText(/You can only give permissions that you have yourself/)).toBeVisible();
});

it('lets a colleague who may only read roles change nothing', async () => {
  await open(aColleague(['team.read']));
  expect(screen.queryByRole('button', { name: 'New role' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit the role “Press”' })).toBeNull();
});

it('says what the role of somebody lacks, and whom to ask', async () => {
  const { id, email, full_name } = aSuperuser();
  answer(contract.users.readTeam, { status: 200, body: { data: [{ id, email, full_name }], count: 1 } });
  await openPage('/roles', { as: aColleague(['news.read']) });
  await screen.findByRole('heading', { name: 'Your role doesn’t include this page' });
  const reason =
    'With the role “Cryptanalyst” you can’t read admin accounts. Ask Grace Hopper if you need it.';
  expect(await screen.findByText(reason)).toBeVisible();
});

import type { ApiKey } from '@agora/contract/features/accounts/accounts.api-keys.contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aSuperuser, idOf } from '../../../../test/accounts.ts';
import { answer, contract } from '../../../../test/api.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, expectToast } from '../../../../test/screen.ts';

const { apiKeys } = contract;

const aKey = (own: Partial<ApiKey> = {}): ApiKey => ({
  id: idOf(60),
  name: 'Website',
  start: 'agora_ab12',
  permissions: ['news.read', 'news.write'],
  owner: { id: idOf(2), email: 'grace@example.com', full_name: 'Grace Hopper' },
  created_at: '2026-01-02T10:00:00.000Z',
  expires_at: '2099-01-02T10:00:00.000Z',
  last_used_at: null,
  ...own,
});

async function open(keys: ApiKey[]) {
  answer(apiKeys.readApiKeys, { status: 200, body: { data: keys, count: keys.length } });
  const opened = await openPage('/api-keys', { as: aSuperuser() });
  await screen.findByText(keys[0]?.name ?? 'No API keys');
  return opened;
}

it('says whose each key is, what it allows, and whether it is used and valid', async () => {
  await open([aKey(), aKey({ id: idOf(61), name: 'Old', expires_at: '2026-01-01T10:00:00.000Z' })]);
  const [current, old] = screen.getAllByRole('listitem').filter((row) => row.closest('.rows'));
  expect(current).toHaveTextContent('agora_ab12…');
  expect(current).toHaveTextContent('Write articles');
  expect(current).toHaveTextContent('of Grace Hopper');
  expect(current).toHaveTextContent('never used');
  expect(current).not.toHaveTextContent('Expired');
  expect(old).toHaveTextContent('Expired');
});

it('makes a key for the chosen days, shows it once, and copies it', async () => {
  const key = `agora_${'x'.repeat(43)}`;
  const { user } = await open([]);
  const creations = answer(apiKeys.createApiKey, { status: 200, body: { ...aKey(), key } });
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(await button('New key'));
  await user.type(screen.getByLabelText(/^Name/), 'Website');
  await user.click(await button('Create'));
  await screen.findByText('Choose at least one permission.');
  await user.click(
    within(screen.getByRole('group', { name: 'News' })).getByRole('checkbox', { name: 'Write' }),
  );
  await user.selectOptions(screen.getByLabelText('Valid for'), '365');
  await user.click(await button('Create'));
  expect(await screen.findByRole('textbox', { name: 'Your new key' })).toHaveValue(key);
  expect(creations[0]?.body).toEqual({
    name: 'Website',
    permissions: ['news.read', 'news.write'],
    days: 365,
  });
  await user.click(await button('Copy the key'));
  await expectToast('The key is copied.');
  expect(copied).toHaveBeenCalledWith(key);
});

it('revokes a key after a question', async () => {
  const { user } = await open([aKey()]);
  const revocations = answer(apiKeys.deleteApiKey, { status: 200, body: { message: 'ok' } });
  await user.click(await button('Revoke the key “Website”'));
  const question = await screen.findByRole('dialog', { name: 'Revoke the key “Website”?' });
  await user.click(within(question).getAllByRole('button').at(-1) as HTMLElement);
  await waitFor(() => expect(revocations[0]?.params).toEqual({ id: idOf(60) }));
  await expectToast('The key is revoked.');
});

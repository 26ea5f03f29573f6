import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { HttpResponse } from 'msw';
import type { PropsWithChildren } from 'react';
import { expect, it } from 'vitest';
import { answer, contract, refuse } from '../../test/api.ts';
import { anItem } from '../../test/items.ts';
import { tsr } from './client.ts';
import { queryClient } from './query-client.ts';
import { useIdempotent } from './use-idempotent.ts';

const { createItem } = contract.items;

const wrapper = ({ children }: PropsWithChildren) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

/** A form that creates items, with its collected keys. */
function open() {
  const keys: (string | null)[] = [];
  const network = { isLost: false };
  answer(createItem, ({ headers }) => {
    keys.push(headers.get('idempotency-key'));
    if (network.isLost) throw HttpResponse.error();
    return { status: 200, body: anItem() };
  });
  const renderForm = () => renderHook(() => useIdempotent(tsr.items.createItem.useMutation()), { wrapper });
  const { result, rerender } = renderForm();
  const createIn =
    ({ current }: typeof result) =>
    (title: string) =>
      current.mutateAsync({ body: { title, description: null } });
  const create = (title = 'A notebook') => createIn(result)(title);
  const createInAnother = (title: string) => createIn(renderForm().result)(title);
  return { keys, network, create, createInAnother, rerender };
}

it('repeats input whose response was lost under the same key until there is a response', async () => {
  const { keys, network, create, rerender } = open();
  network.isLost = true;
  await expect(create()).rejects.toMatchObject({ status: 0 });
  rerender();
  await expect(create()).rejects.toMatchObject({ status: 0 });
  network.isLost = false;
  await create();
  await create();
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
  expect(keys[3]).not.toBe(keys[0]);
});

it('sends other input, and the same input of another form, under a key of its own', async () => {
  const { keys, network, create, createInAnother } = open();
  network.isLost = true;
  await expect(create()).rejects.toMatchObject({ status: 0 });
  network.isLost = false;
  await createInAnother('A notebook');
  await create('A pencil');
  expect(new Set(keys).size).toBe(3);
});

it('begins a new key after a refusal, but not while the first request is still in progress', async () => {
  const { create } = open();
  const keys: (string | null)[] = [];
  for (const code of ['call_in_progress', 'invalid_state'] as const) {
    const calls = refuse(createItem, code);
    await expect(create()).rejects.toMatchObject({ body: { code } });
    keys.push(...calls.map(({ headers }) => headers.get('idempotency-key')));
  }
  const calls = answer(createItem, { status: 200, body: anItem() });
  await create();
  keys.push(...calls.map(({ headers }) => headers.get('idempotency-key')));
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

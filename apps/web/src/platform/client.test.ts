import { expect, it } from 'vitest';
import { answer, contract } from '../../test/api.ts';
import { tsr } from './client.ts';

it('encodes an id from the address, so that it cannot name another route', async () => {
  const calls = answer(contract.users.readUserById, {
    status: 422,
    body: { detail: [], code: 'validation_error', request_id: 'test' },
  });
  const id = '../items/1?x#y';
  await expect(tsr.users.readUserById.query({ params: { user_id: id } })).rejects.toMatchObject({
    status: 422,
  });
  expect(calls.map(({ params }) => params['user_id'])).toEqual([id]);
});

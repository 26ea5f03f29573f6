import { insertParamsIntoPath } from '@ts-rest/core';
import { expect, it } from 'vitest';

it('encodes path parameters, so that one from the address names no other route', () => {
  const path = insertParamsIntoPath({ path: '/users/:user_id', params: { user_id: '../items/1?x#y' } });
  expect(path).toBe('/users/..%2Fitems%2F1%3Fx%23y');
});

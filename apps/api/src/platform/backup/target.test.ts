import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openTarget } from './target.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agora-target-'));
  await writeFile(join(folder, 'file'), '');
  await symlink('missing/folder', join(folder, 'link.part'));
});

afterAll(() => rm(folder, { recursive: true }));

it.each([
  ['file/rows', 'EEXIST'],
  ['link', 'ENOENT'],
])('rejects a file that cannot be created, even if its content was read before: %s', async (path, code) => {
  const target = await openTarget(readConfig({ BACKUP_DIR: folder }));
  await expect(target.write(path, Readable.from([Buffer.from('row')]))).rejects.toThrow(
    `The target of the backups can't be used (${code}: `,
  );
});

import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { knowsMigration, migrate } from '../db/migrate.ts';
import { StartError } from '../errors.ts';
import type { BackupDeps } from './backup.ts';
import { ownerUrl } from './connection.ts';
import { isEmptyDatabase, loadTables } from './copy.ts';
import { restoreDump } from './dump.ts';
import { decryptingWith, type Transform } from './encryption.ts';
import { type Manifest, NAME, type Stored } from './manifest.ts';
import { restorePictures } from './pictures.ts';
import { type BackupTarget, MANIFEST, openTarget } from './target.ts';

/** A backup to restore, and the file with the secret key if it is encrypted. */
interface Choice {
  name: string;
  identityFile: string | undefined;
}

/**
 * Restores a backup into an empty database, as it was then: the next start migrates it. Pictures come first, since they
 * can be written again after a failure.
 * @returns messages about pictures that are damaged or missing
 * @throws {StartError} before any change of the database, if the backup or the database cannot be used
 */
export async function restore(
  { config, storage, url }: Pick<BackupDeps, 'config' | 'storage' | 'url'>,
  { name, identityFile }: Choice,
): Promise<string[]> {
  const target = await openTarget(config);
  const manifest = NAME.test(name) ? await target.readManifest(name) : 'unfinished';
  if (manifest === 'unfinished') throw new StartError(`There is no backup ${name}: list-backups lists them.`);
  if (manifest === 'unreadable')
    throw new StartError(`${name}/${MANIFEST} can't be read: it is damaged, or of a newer version.`);
  const { recipient, pictures } = manifest;
  if (!knowsMigration(manifest.migration))
    throw new StartError(`The backup ${name} is of a newer version: restore it with that one.`);
  const decrypt = await decryptingWith(identityFile, recipient);
  const owner = ownerUrl(config, url);
  if (!(await isEmptyDatabase(owner)))
    throw new StartError('The database is not empty, and nothing was changed: name an empty one.');
  for (const [file, stored] of Object.entries(manifest.files))
    await verify(target, `${name}/${file}`, stored);
  const problems = await restorePictures({ storage, target, decrypt, recipient, ...pictures });
  await restoreDatabase(owner, { target, manifest, decrypt });
  return problems;
}

/** @throws {DamagedFile} */
async function verify(target: BackupTarget, path: string, stored: Stored): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(await target.read(path, stored), nowhere);
}

async function restoreDatabase(
  url: string,
  { target, manifest, decrypt }: { target: BackupTarget; manifest: Manifest; decrypt: Transform },
): Promise<void> {
  const { name, format, files, tables, sequences, migration } = manifest;
  const read = (file: string) => {
    const stored = files[file];
    if (!stored) throw new StartError(`The manifest of ${name} lacks ${file}.`);
    return target.read(`${name}/${file}`, stored);
  };
  if (format === 'pg_dump') {
    for (const file of Object.keys(files)) await restoreDump(url, await read(file), decrypt);
    return;
  }
  const rows = async (file: string) => [await read(file), decrypt, createZstdDecompress()] as const;
  await migrate(url, () => loadTables(url, { tables, sequences, read: rows }), migration);
}

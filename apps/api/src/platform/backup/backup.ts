import { Readable } from 'node:stream';
import { createZstdCompress } from 'node:zlib';
import type { Deps } from '../deps.ts';
import type { Config } from '../settings.ts';
import { saveLastBackup } from './backup.queries.ts';
import { ownerUrl, withBackupLock } from './connection.ts';
import { copyTables, readMigration } from './copy.ts';
import { canDump, dumpDatabase } from './dump.ts';
import { encryptingFor, type Transform } from './encryption.ts';
import { type Manifest, nameOf, newManifest } from './manifest.ts';
import { copyPictures, pictureFolder } from './pictures.ts';
import { deleteOldBackups } from './retention.ts';
import { type BackupTarget, MANIFEST, openTarget } from './target.ts';

export interface BackupDeps extends Pick<Deps, 'config' | 'db' | 'now' | 'storage'> {
  /** URL of the database. */
  url: string;
}

/** Pictures of the target that later backups use, by folder. */
const knownPictures = (backups: readonly Manifest[], folder: string) =>
  Object.assign(
    {},
    ...backups.flatMap(({ pictures }) => (pictures.folder === folder ? [pictures.files] : [])),
  );

/**
 * Makes a backup, and deletes old ones first, to make room.
 * @param isNeeded asked once no other process makes one
 * @returns undefined if another process does, or none is needed
 * @throws {StartError} for what the operator has to change
 */
export async function backUp(
  deps: BackupDeps,
  isNeeded = async (): Promise<boolean> => true,
): Promise<Manifest | undefined> {
  const target = await openTarget(deps.config);
  return withBackupLock(ownerUrl(deps.config, deps.url), async (requireLock) => {
    if (!(await isNeeded())) return undefined;
    const kept = await deleteOldBackups(target, deps.now(), deps.config.BACKUP_KEEP_DAYS);
    const made_at = deps.now();
    const name = nameOf(made_at);
    try {
      return await makeBackup(deps, { target, kept, name, made_at, requireLock });
    } catch (error) {
      // Room for the next attempt, which deletes what this leaves.
      await target.deleteBackup(name).catch(() => {});
      throw error;
    }
  });
}

interface Making {
  target: BackupTarget;
  kept: readonly Manifest[];
  name: string;
  made_at: Date;
  requireLock: () => Promise<unknown>;
}

async function makeBackup(
  { config, db, storage, url }: BackupDeps,
  { target, kept, name, made_at, requireLock }: Making,
): Promise<Manifest> {
  const recipient = config.BACKUP_RECIPIENT;
  const encrypt = await encryptingFor(recipient);
  const folder = pictureFolder(recipient);
  const known = knownPictures(kept, folder);
  const copying = { storage, target, encrypt, recipient };
  // Before the database, since unused pictures may be deleted meanwhile; after it, for those that it added.
  const earlier = await copyPictures({ ...copying, known });
  const database = await writeDatabase(ownerUrl(config, url), { target, name, encrypt, recipient });
  const later = await copyPictures({ ...copying, known: { ...known, ...earlier } });
  const manifest = newManifest({
    name,
    made_at: made_at.toISOString(),
    ...database,
    ...(recipient && { recipient }),
    pictures: { folder, files: { ...earlier, ...later } },
  });
  await requireLock();
  await target.write(`${name}/${MANIFEST}`, Readable.from([JSON.stringify(manifest)]));
  await saveLastBackup(db, { name, made_at });
  return manifest;
}

interface Writing {
  target: BackupTarget;
  name: string;
  encrypt: Transform;
  recipient: string | undefined;
}

async function writeDatabase(
  url: string,
  { target, name, encrypt, recipient }: Writing,
): Promise<Pick<Manifest, 'migration' | 'format' | 'files' | 'tables' | 'sequences'>> {
  const files: Manifest['files'] = {};
  const stored = (file: string) => (recipient ? `${file}.age` : file);
  const migration = await readMigration(url);
  if (await canDump(url)) {
    const file = stored('database.dump');
    files[file] = await target.write(`${name}/${file}`, dumpDatabase(url), encrypt);
    return { migration, format: 'pg_dump', files, tables: [], sequences: [] };
  }
  const { tables, sequences } = await copyTables(url, async (path, rows) => {
    files[stored(path)] = await target.write(`${name}/${stored(path)}`, rows, createZstdCompress(), encrypt);
  });
  const named = tables.map((table) => ({ ...table, file: stored(table.file) }));
  return { migration, format: 'copy', files, tables: named, sequences };
}

/** Backups, oldest first, without unfinished ones. */
export async function listBackups(
  config: Config,
): Promise<{ name: string; manifest: Manifest | undefined }[]> {
  const target = await openTarget(config);
  const backups = [];
  for (const name of await target.names()) {
    const manifest = await target.readManifest(name);
    if (manifest !== 'unfinished')
      backups.push({ name, manifest: manifest === 'unreadable' ? undefined : manifest });
  }
  return backups;
}

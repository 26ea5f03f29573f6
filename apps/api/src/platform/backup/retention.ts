import type { Manifest } from './manifest.ts';
import { pathOf, storedPictures } from './pictures.ts';
import type { BackupTarget } from './target.ts';

const DAY = 86_400_000;

/**
 * Deletes backups that are too old, except the newest good one, what unfinished ones left, and pictures that no backup
 * names. Leaves all other files of the target.
 * @returns the good backups that it keeps
 */
export async function deleteOldBackups(target: BackupTarget, now: Date, days: number): Promise<Manifest[]> {
  const backups = [];
  for (const name of await target.names()) backups.push({ name, manifest: await target.readManifest(name) });
  const newest = backups.findLast(({ manifest }) => isGood(manifest))?.name;
  const kept: Manifest[] = [];
  for (const { name, manifest } of backups) {
    if (manifest === 'unreadable') continue;
    if (manifest === 'unfinished') await target.deleteBackup(name);
    else if (name !== newest && Date.parse(manifest.made_at) < now.getTime() - days * DAY)
      await target.deleteBackup(name);
    else kept.push(manifest);
  }
  // Nobody knows which pictures belong to one that cannot be read.
  if (backups.every(({ manifest }) => manifest !== 'unreadable')) await deleteUnnamedPictures(target, kept);
  return kept;
}

const isGood = (manifest: Manifest | string) => typeof manifest === 'object';

async function deleteUnnamedPictures(target: BackupTarget, kept: readonly Manifest[]): Promise<void> {
  const named = new Set(
    kept.flatMap(({ recipient, pictures: { folder, files } }) =>
      Object.keys(files).map((path) => pathOf(folder, path, recipient)),
    ),
  );
  for await (const path of storedPictures(target)) if (!named.has(path)) await target.delete(path);
}

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Disk } from 'flydrive';
import { isMissing } from '../storage.ts';
import type { Transform } from './encryption.ts';
import type { Stored } from './manifest.ts';
import { type BackupTarget, DamagedFile, filesBelow } from './target.ts';

export type Pictures = Record<string, Stored>;

/** Files that are copied at the same time. */
const CONCURRENCY = 8;

/** A file of a picture, in a folder named by its id: not the other files of the storage, which are temporary. */
const FILE = /^(?:[a-z]+\/)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/\d+\.(?:webp|jpg)$/;

/** Such a file in the target, complete or not. */
const STORED =
  /^pictures\/[a-z\d]+\/(?:[a-z]+\/)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/\d+\.(?:webp|jpg)(?:\.age)?(?:\.part)?$/;

/** Folder in the target: the files in it are encrypted for one recipient, or none is. */
export const pictureFolder = (recipient: string | undefined): string =>
  `pictures/${recipient ? recipient.slice(-12) : 'plain'}`;

/** Path of a picture in the target. */
export const pathOf = (folder: string, path: string, recipient: string | undefined): string =>
  `${folder}/${path}${recipient ? '.age' : ''}`;

/** Paths of all pictures in the target. */
export async function* storedPictures(target: BackupTarget): AsyncGenerator<string> {
  for await (const path of target.list('pictures/')) if (STORED.test(path)) yield path;
}

interface Copying {
  storage: Disk;
  target: BackupTarget;
  encrypt: Transform;
  recipient: string | undefined;
  /** Pictures of earlier backups, which are not copied again: pictures never change. */
  known: Pictures;
}

/** Copies the pictures that the target lacks. @returns all pictures */
export async function copyPictures(copying: Copying): Promise<Pictures> {
  const { storage, target, encrypt, recipient, known } = copying;
  const folder = pictureFolder(recipient);
  const there = new Set<string>();
  for await (const path of storedPictures(target)) there.add(path);
  const pictures: Pictures = {};
  await inParallel(filesBelow(storage, ''), async (path) => {
    if (!FILE.test(path)) return;
    const to = pathOf(folder, path, recipient);
    const kept = there.has(to) ? known[path] : undefined;
    const stored = kept ?? (await copy(path, to));
    if (stored) pictures[path] = stored;
  });
  return pictures;

  async function copy(path: string, to: string): Promise<Stored | undefined> {
    const bytes = await storage.getBytes(path).catch((error: unknown) => {
      // Deleted since it was listed.
      if (isMissing(error)) return undefined;
      throw error;
    });
    return bytes && target.write(to, Readable.from([bytes]), encrypt);
  }
}

interface Restoring {
  storage: Disk;
  target: BackupTarget;
  decrypt: Transform;
  recipient: string | undefined;
  folder: string;
  files: Pictures;
}

/** Writes the pictures of a backup into the storage. @returns messages about those that are damaged or missing */
export async function restorePictures(restoring: Restoring): Promise<string[]> {
  const { storage, target, decrypt, recipient, folder, files } = restoring;
  const problems: string[] = [];
  await inParallel(Object.entries(files), async ([path, stored]) => {
    if (!FILE.test(path)) return;
    try {
      const chunks = await target.read(pathOf(folder, path, recipient), stored);
      await storage.put(path, await buffer(decrypt(chunks)));
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      problems.push(error.message);
    }
  });
  return problems;
}

/** Works on a few at a time until one fails, and waits for all that it began. */
async function inParallel<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = (async function* () {
    yield* items;
  })();
  let hasFailed = false;
  const takeTurns = async () => {
    for (;;) {
      const { done, value } = await iterator.next();
      if (done || hasFailed) return;
      await work(value).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: CONCURRENCY }, takeTurns));
  for (const { status, reason } of results as PromiseRejectedResult[])
    if (status === 'rejected') throw reason;
}

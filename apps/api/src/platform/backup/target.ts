import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Duplex, PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Disk } from 'flydrive';
import { StartError } from '../errors.ts';
import type { Config } from '../settings.ts';
import { causeOf, isFull, isMissing, openBucket, openFolder, uploadTo } from '../storage.ts';
import type { Transform } from './encryption.ts';
import { Manifest, NAME, type Stored } from './manifest.ts';

/** Folder or bucket of the backups. Its errors are messages for the operator. */
export interface BackupTarget {
  /** Writes a file, and returns its size and checksum. */
  write(path: string, source: Readable, ...transforms: (Transform | Duplex)[]): Promise<Stored>;
  /** Bytes of a file. @throws {DamagedFile} if they are not those that were written */
  read(path: string, stored: Stored): Promise<Readable>;
  /** The manifest of a backup: `unfinished` without one, `unreadable` if it is damaged or of a newer version. */
  readManifest(name: string): Promise<Manifest | 'unfinished' | 'unreadable'>;
  /** Names of the folders of backups, finished or not, oldest first. */
  names(): Promise<string[]>;
  /** Paths of all files below a folder. */
  list(folder: string): AsyncIterable<string>;
  delete(path: string): Promise<void>;
  /** Deletes the files of a backup, first its manifest: what remains after an interruption is no backup. */
  deleteBackup(name: string): Promise<void>;
}

/** A file of a backup that is missing, or changed since it was written. */
export class DamagedFile extends StartError {}

export const MANIFEST = 'manifest.json';

/** In a folder, a file has this suffix until it is complete. In a bucket it appears once it is. */
const PART = '.part';

/** @throws {StartError} if there is none, or it is not there */
export async function openTarget(config: Config): Promise<BackupTarget> {
  const { BACKUP_DIR, BACKUP_BUCKET } = config;
  if (BACKUP_BUCKET) {
    const [bucket = '', ...folders] = BACKUP_BUCKET.split('/');
    const root = folders.map((folder) => `${folder}/`).join('');
    const disk = await openBucket(config, bucket);
    const upload = await uploadTo(config, bucket);
    const settings = 'BACKUP_BUCKET, S3_ENDPOINT, S3_REGION and the keys';
    return new Target(disk, root, settings, (path, source) => upload(path, source));
  }
  if (!BACKUP_DIR) throw new StartError('Backups have no target: set BACKUP_DIR or BACKUP_BUCKET.');
  // A missing folder may be an unmounted volume: writing would fill the disk below.
  await stat(BACKUP_DIR).catch(({ code }: NodeJS.ErrnoException) => {
    throw new StartError(`The target of the backups can't be used (${code}): create or mount BACKUP_DIR.`);
  });
  return new Target(openFolder(BACKUP_DIR), '', 'BACKUP_DIR', (path, source) =>
    writeFile(join(BACKUP_DIR, path), source),
  );
}

/** Writes a file that only this account can read, to the disk, and under its name once it is complete. */
async function writeFile(path: string, source: Readable): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(source, createWriteStream(path + PART, { mode: 0o600, flush: true }));
  await rename(path + PART, path);
}

class Target implements BackupTarget {
  readonly #disk: Disk;
  readonly #root: string;
  readonly #settings: string;
  readonly #put: (path: string, source: Readable) => Promise<void>;

  constructor(
    disk: Disk,
    root: string,
    settings: string,
    put: (path: string, source: Readable) => Promise<void>,
  ) {
    this.#disk = disk;
    this.#root = root;
    this.#settings = settings;
    this.#put = put;
  }

  async write(path: string, source: Readable, ...transforms: (Transform | Duplex)[]): Promise<Stored> {
    const hash = createHash('sha256');
    let bytes = 0;
    const measure: Transform = async function* (chunks) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    const body = new PassThrough();
    const filling = pipeline([source, ...transforms, measure, body]);
    const putting = this.#put(this.#root + path, body).catch((error: unknown) => {
      // Without the error, which nothing would catch if the body is complete.
      body.destroy();
      throw this.#explained(error);
    });
    const [put, filled] = await Promise.allSettled([putting, filling]);
    // A target that fails ends the stream, perhaps by an abortion.
    if (filled.status === 'rejected' && !(isAbortion(filled.reason) && put.status === 'rejected'))
      throw filled.reason;
    if (put.status === 'rejected') throw put.reason;
    return { bytes, sha256: hash.digest('hex') };
  }

  async read(path: string, stored: Stored): Promise<Readable> {
    const stream = await this.#told(this.#disk.getStream(this.#root + path)).catch((error: unknown) => {
      throw isMissing(error) ? new DamagedFile(`${path} is missing in the backup.`) : error;
    });
    return Readable.from(this.#checked(path, stored, stream));
  }

  async *#checked(path: string, { bytes, sha256 }: Stored, stream: Readable): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let length = 0;
    try {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        hash.update(chunk);
        length += chunk.length;
        yield chunk;
      }
    } catch (error) {
      throw isMissing(error) ? new DamagedFile(`${path} is missing in the backup.`) : this.#explained(error);
    }
    if (length !== bytes)
      throw new DamagedFile(`${path} is damaged: it has ${length} bytes instead of ${bytes}.`);
    if (hash.digest('hex') !== sha256)
      throw new DamagedFile(`${path} is damaged: its content is not what was written.`);
  }

  async readManifest(name: string): Promise<Manifest | 'unfinished' | 'unreadable'> {
    const path = `${this.#root}${name}/${MANIFEST}`;
    try {
      const json = JSON.parse(await this.#told(this.#disk.getStream(path).then(text)));
      return Manifest.safeParse(json).data ?? 'unreadable';
    } catch (error) {
      if (error instanceof SyntaxError) return 'unreadable';
      if (isMissing(error)) return 'unfinished';
      throw error;
    }
  }

  async names(): Promise<string[]> {
    const names = [];
    let paginationToken: string | undefined;
    do {
      const page = await this.#told(
        this.#disk.listAll(this.#root || '/', paginationToken ? { paginationToken } : {}),
      );
      for (const object of page.objects)
        if (object.isDirectory && NAME.test(object.name)) names.push(object.name);
      paginationToken = page.paginationToken;
    } while (paginationToken);
    return names.toSorted();
  }

  async *list(folder: string): AsyncGenerator<string> {
    for await (const key of filesBelow(this.#disk, this.#root + folder, (page) => this.#told(page)))
      yield key.slice(this.#root.length);
  }

  delete(path: string): Promise<void> {
    return this.#told(this.#disk.delete(this.#root + path));
  }

  async deleteBackup(name: string): Promise<void> {
    await this.delete(`${name}/${MANIFEST}`);
    await this.#told(this.#disk.deleteAll(`${this.#root}${name}/`));
  }

  /** Errors as messages for the operator, except those of missing files. */
  #told<Result>(result: Promise<Result>): Promise<Result> {
    return result.catch((error: unknown) => {
      throw isMissing(error) ? error : this.#explained(error);
    });
  }

  #explained(error: unknown): unknown {
    const { code, name, message } = causeOf(error);
    if (isFull(error)) return new StartError(`The target of the backups is full (${code}): make room there.`);
    if (error instanceof StartError || (!code && name === 'Error')) return error;
    return new StartError(
      `The target of the backups can't be used (${code ?? name}: ${message}): check ${this.#settings}.`,
    );
  }
}

const isAbortion = ({ name, code }: NodeJS.ErrnoException) =>
  name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE';

type Page = Awaited<ReturnType<Disk['listAll']>>;

/** Keys of all files below a folder; none if it does not exist. */
export async function* filesBelow(
  disk: Disk,
  folder: string,
  told = (page: Promise<Page>): Promise<Page> => page,
): AsyncGenerator<string> {
  let paginationToken: string | undefined;
  do {
    const options = { recursive: true, ...(paginationToken && { paginationToken }) };
    const page: Page = await told(disk.listAll(folder || '/', options)).catch((error: unknown) => {
      if (isMissing(error)) return { objects: [] };
      throw error;
    });
    for (const object of page.objects) if (object.isFile) yield object.key;
    paginationToken = page.paginationToken;
  } while (paginationToken);
}

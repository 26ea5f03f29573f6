import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { UUID } from '@agora/contract/shared/uuid';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { AppError, StartError } from './errors.ts';
import type { Config } from './settings.ts';

/** Time limits of the bucket for a connection and for an answer, in milliseconds, and attempts of a request. */
const LIMITS = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
};

/**
 * Maximum duration of an upload in milliseconds, from the insertion of its pending row until the row is shown:
 * housekeeping deletes older pending pictures. Well above the time limits of the bucket.
 */
export const LONGEST_UPLOAD = 600_000;

/** Pending uploads that started before this time have expired. */
export const uploadDeadline = (now: Date) => new Date(now.getTime() - LONGEST_UPLOAD);

/** Seconds after which such an upload may be retried. */
const RETRY_AFTER = '2';

export const uploadExpired = () => new AppError('service_unavailable', { 'retry-after': RETRY_AFTER });

/** Opens the file storage: the configured bucket or, without one, a folder. */
export const openStorage = async (config: Config): Promise<Disk> =>
  config.S3_BUCKET
    ? openBucket(config, config.S3_BUCKET)
    : openFolder(config.MEDIA_DIR ?? join(config.DATA_DIR, 'media'));

export const openFolder = (location: string): Disk =>
  new Disk(new FSDriver({ location, visibility: 'private' }));

export async function openBucket(config: Config, bucket: string): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new Disk(
    new S3Driver({ bucket, visibility: 'private', supportsACL: false, ...LIMITS, ...clientOptions(config) }),
  );
}

function clientOptions({ S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Config) {
  return {
    region: S3_REGION,
    // Only Amazon's own storage is certain to support these checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT, forcePathStyle: true }),
    ...(S3_ACCESS_KEY_ID &&
      S3_SECRET_ACCESS_KEY && {
        credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
      }),
  } as const;
}

/** Parts of an upload of unknown length: storages allow 10,000, so that a file has at most 160 GB. */
const PARTS = { partSize: 16 * 1024 ** 2, queueSize: 2 };

/** Time limit for one of them, in milliseconds. */
const PART_TIMEOUT = 120_000;

/** Returns a function that uploads streams of any length into a bucket: the driver's own needs to know the length. */
export async function uploadTo(config: Config, bucket: string) {
  const [{ S3Client }, { Upload }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
  ]);
  const requestHandler = { ...LIMITS.requestHandler, requestTimeout: PART_TIMEOUT };
  const client = new S3Client({ ...LIMITS, requestHandler, ...clientOptions(config) });
  return async (key: string, body: Readable): Promise<void> => {
    await new Upload({ client, params: { Bucket: bucket, Key: key, Body: body }, ...PARTS }).done();
  };
}

/** File that a probe writes and deletes, and maximum duration of a probe in milliseconds. */
const PROBE = 'health';
const TIMEOUT_MS = 2_000;

/** Writes and deletes a small file. @throws if that fails, or takes too long */
export async function probeStorage(storage: Disk, config: Config): Promise<void> {
  const late = sleep(TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error(`The storage of pictures did not answer within ${TIMEOUT_MS} ms`);
  });
  await Promise.race([writeProbe(storage, config), late]);
}

/** A missing folder may be an unmounted volume: writing would create a folder in its place. */
async function writeProbe(storage: Disk, { MEDIA_DIR, S3_BUCKET }: Config): Promise<void> {
  if (MEDIA_DIR && !S3_BUCKET) await stat(MEDIA_DIR);
  await storage.put(PROBE, PROBE);
  await storage.delete(PROBE);
}

/** Errors of a folder, and HTTP statuses of a bucket, that only a change of settings or permissions resolves. */
const WRONG_FOLDER = new Set(['ENOENT', 'ENOTDIR', 'EEXIST', 'EACCES', 'EPERM', 'EROFS']);
const WRONG_BUCKET = new Set([301, 400, 401, 403, 404]);

/**
 * Probes the storage at startup. An unreachable or full storage is only logged: the rest of the service works, and the
 * storage may recover.
 * @throws {StartError} for a misconfigured storage
 */
export async function checkStorage(
  storage: Disk,
  config: Config,
  log: { warn: (problem: { err: unknown }, message: string) => void },
): Promise<void> {
  const { MEDIA_DIR, S3_BUCKET } = config;
  try {
    if (MEDIA_DIR && !S3_BUCKET) await mkdir(MEDIA_DIR, { recursive: true });
    await probeStorage(storage, config);
  } catch (err) {
    const { code = '', name, $metadata } = causeOf(err);
    if (S3_BUCKET && WRONG_BUCKET.has($metadata?.httpStatusCode ?? 0))
      throw new StartError(
        `Pictures can't be stored (${name}): check S3_BUCKET, S3_ENDPOINT, S3_REGION and the keys.`,
      );
    if (!S3_BUCKET && WRONG_FOLDER.has(code))
      throw new StartError(`Pictures can't be stored (${code}): check MEDIA_DIR.`);
    log.warn({ err }, "pictures can't be stored at the moment");
  }
}

interface StorageFault {
  name: string;
  message: string;
  /** Of a system call. */
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** The error of the folder or the bucket, which the storage wraps. */
export const causeOf = (error: unknown) => ((error as Error).cause ?? error) as StorageFault;

/** True if reading a file failed because it does not exist. */
export function isMissing(error: unknown): boolean {
  const { code, name } = causeOf(error);
  return code === 'ENOENT' || name === 'NoSuchKey';
}

/** The disk, the quota or the file size is exhausted (errno). */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * Writes files into a folder. On failure all writes have ended, so that the files can be deleted.
 * Not for transactions: a storage that hangs would hold their connections to the database.
 * @throws {AppError} `storage_full`
 */
export async function putFiles(
  storage: Disk,
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const writing = [...files].map(([name, content]) => storage.put(`${folder}/${name}`, content));
  for (const { status, reason } of (await Promise.allSettled(writing)) as PromiseRejectedResult[])
    if (status === 'rejected') throw isFull(reason) ? new AppError('storage_full') : reason;
}

export const isFull = (error: unknown) => FULL.has(causeOf(error).code ?? '');

/** Folders per batch. */
const BATCH = 1_000;

/** Yields the names of subfolders that are ids. @param parent empty for the root */
export async function* idsOfFolders(storage: Disk, parent: string): AsyncGenerator<string[]> {
  let paginationToken: string | undefined;
  do {
    const page = await listFolder(storage, parent, paginationToken);
    const ids = [...page.objects].flatMap((object) =>
      object.isDirectory && UUID.test(object.name) ? [object.name] : [],
    );
    for (let start = 0; start < ids.length; start += BATCH) yield ids.slice(start, start + BATCH);
    paginationToken = page.paginationToken;
  } while (paginationToken);
}

/** Folders are created with their first file. */
async function listFolder(storage: Disk, folder: string, paginationToken?: string) {
  try {
    return await storage.listAll(folder || '/', paginationToken ? { paginationToken } : {});
  } catch (error) {
    if (isMissing(error)) return { objects: [] };
    throw error;
  }
}

import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DATA_EXPORT_DAYS } from '@agora/contract/features/data-exports/data-exports.rules';
import type { Locale } from '@agora/contract/shared/locale';
import { v7 as uuidv7 } from 'uuid';
import { ZipFile } from 'yazl';
import { createSecretToken, hashSecretToken } from '../../platform/auth/secret-tokens.ts';
import { auditAccount } from '../../platform/db/audit-account.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Deps, JobDeps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { idsOfFolders, isMissing } from '../../platform/storage.ts';
import { findUser } from '../accounts/users/accounts.users.service.ts';
import { readStoredImage } from '../messages/images/messages.images.service.ts';
import { indexPage } from './data-exports.index.service.ts';
import { dataExportMail } from './data-exports.mail.ts';
import {
  deleteExpired,
  findByToken,
  findRequest,
  insertRequest,
  listExisting,
  listPictures,
  readParts,
  setToken,
} from './data-exports.queries.ts';

const DAY = 86_400_000;

const FOLDER = 'exports';
const fileOf = (id: string) => `${FOLDER}/${id}/data.zip`;

const endOf = (now: Date) => new Date(now.getTime() + DATA_EXPORT_DAYS * DAY);

/** Orders a copy of somebody's data, unless one is being made. @param tx a transaction */
export async function requestExport(tx: Db, user_id: string, now: Date): Promise<void> {
  const id = uuidv7();
  await auditAccount(tx, user_id, { data_export: null });
  if (await insertRequest(tx, { id, user_id, requested_at: now, expires_at: endOf(now) }))
    await enqueue(tx, 'data_exports.make', { id });
}

/** Makes the archive, stores it and mails its link. A retry repeats both. */
export async function makeExport(deps: JobDeps, id: string, jobId: string): Promise<void> {
  const { db, config, now, frontendHost, mail, storage } = deps;
  const [request] = await findRequest(db, id);
  const [user] = request ? await findUser(db, { id: request.user_id }) : [];
  if (!user) return;
  const folder = await mkdtemp(join(tmpdir(), 'agora-export-'));
  try {
    const file = join(folder, 'data.zip');
    await writeArchive(deps, user, file);
    await storage.copyFromFs(file, fileOf(id));
  } finally {
    await rm(folder, { recursive: true });
  }
  const { token, hash } = createSecretToken();
  // The account may have been erased in the meantime.
  if ((await setToken(db, id, hash, endOf(now()))).length === 0) return;
  const url = `${frontendHost}/data-export?token=${token}`;
  const content = dataExportMail({ projectName: config.PROJECT_NAME, locale: user.locale, url });
  await mail(user.email, jobId, content);
}

/** Pictures are written one after another: an archive of thousands must not be in memory. */
async function writeArchive(
  { db, storage, config }: Pick<Deps, 'db' | 'storage' | 'config'>,
  { id, locale }: { id: string; locale: Locale },
  file: string,
): Promise<void> {
  const archive = new ZipFile();
  const written = pipeline(archive.outputStream, createWriteStream(file));
  const parts = await readParts(db, id);
  const data = Object.fromEntries(parts.map(({ name, rows }) => [name, rows]));
  archive.addBuffer(
    Buffer.from(indexPage(parts, { locale, timeZone: config.TIME_ZONE, projectName: config.PROJECT_NAME })),
    'index.html',
  );
  archive.addBuffer(Buffer.from(JSON.stringify(data, null, 2)), 'data.json');
  for (const image of await listPictures(db, id)) {
    const bytes = await readStoredImage(storage, image);
    if (bytes) archive.addBuffer(bytes, `pictures/${image.id}.webp`, { compress: false });
  }
  archive.end();
  await written;
}

/** The archive of a link. @throws {AppError} `invalid_token` */
export async function readExport({ db, now, storage }: Pick<Deps, 'db' | 'now' | 'storage'>, token: string) {
  const [found] = await findByToken(db, hashSecretToken(token), now());
  if (!found) throw new AppError('invalid_token');
  try {
    return await storage.getStream(fileOf(found.id));
  } catch (error) {
    throw isMissing(error) ? new AppError('invalid_token') : error;
  }
}

/** Deletes expired exports with their files. */
export async function endOldExports({
  db,
  now,
  storage,
}: Pick<Deps, 'db' | 'now' | 'storage'>): Promise<void> {
  for (const { id } of await deleteExpired(db, now())) await storage.deleteAll(`${FOLDER}/${id}/`);
}

/** Deletes the files of accounts that were erased. */
export async function deleteStrayExports({ db, storage }: Pick<Deps, 'db' | 'storage'>): Promise<void> {
  for await (const ids of idsOfFolders(storage, FOLDER)) {
    const existing = new Set((await listExisting(db, ids)).map(({ id }) => id));
    for (const id of ids) if (!existing.has(id)) await storage.deleteAll(`${FOLDER}/${id}/`);
  }
}

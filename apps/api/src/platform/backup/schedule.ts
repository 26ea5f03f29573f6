import { enqueue } from '../jobs/queue.ts';
import { BACKUP_JOB, findBackups } from './backup.queries.ts';
import { type BackupDeps, backUp } from './backup.ts';

/** Time after which the last backup counts as late, in milliseconds: 36 hours. */
const LATE = 129_600_000;

type Scheduling = Pick<BackupDeps, 'config' | 'db' | 'now'>;

/** True if no backup was made since its last time of the day. */
async function isDue({ config, db, now }: Scheduling): Promise<boolean> {
  const { BACKUP_AT, TIME_ZONE } = config;
  if (!BACKUP_AT) return false;
  const { last } = await findBackups(db);
  return !last || last.getTime() < lastTime(now(), BACKUP_AT, TIME_ZONE);
}

/** The last moment at which clocks showed a time of day, in milliseconds since 1970. */
export function lastTime(now: Date, time: string, timeZone: string): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const at = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;
  return at(today) <= now.getTime() ? at(today) : at(today.subtract({ days: 1 }));
}

/** Starts the daily backup, unless it is queued: one that failed is retried by the queue. */
export async function startDueBackup(deps: Scheduling): Promise<void> {
  if (!(await isDue(deps)) || (await findBackups(deps.db)).isQueued) return;
  await enqueue(deps.db, BACKUP_JOB, {});
}

/** The queue starts it a second time if it takes longer than its lease: without effect. */
export async function runDueBackup(deps: BackupDeps): Promise<void> {
  await backUp(deps, () => isDue(deps));
}

/** The last good backup, and whether the next one is late or fails. Without a target none is expected. */
export async function readBackup({ db, config, now }: Scheduling) {
  const isConfigured = Boolean(config.BACKUP_DIR ?? config.BACKUP_BUCKET);
  const { last, isFailing } = await findBackups(db);
  const isLate = !last || now().getTime() - last.getTime() > LATE;
  return { last, isConfigured, isFailing: isConfigured && isFailing, isLate: isConfigured && isLate };
}

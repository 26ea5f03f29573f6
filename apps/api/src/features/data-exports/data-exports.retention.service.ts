import type { Retention } from '@agora/contract/features/data-exports/data-exports.contract';
import {
  RETENTION_CODES,
  RETENTION_COUNT_MAX,
  type RetentionCode,
} from '@agora/contract/features/data-exports/data-exports.rules';
import type { Deps } from '../../platform/deps.ts';
import { tryEach } from '../../platform/jobs/try-each.ts';
import type { Config } from '../../platform/settings.ts';
import { type Caller, requireRecentPassword } from '../accounts/sessions/accounts.sessions.service.ts';
import { countInactiveMembers, trashInactiveMembers } from '../accounts/users/accounts.lifecycle.service.ts';
import {
  countDue,
  deleteComments,
  deleteConversations,
  listPeriods,
  lockPeriod,
  setPeriod,
} from './data-exports.retention.queries.ts';

type Work = Pick<Deps, 'db' | 'now' | 'config'>;

const DAY = 86_400_000;

const endOf = (now: Date, days: number) => new Date(now.getTime() - days * DAY);

/** Days unless superusers choose; null: as long as the account exists. */
const defaultOf = (config: Config, code: RetentionCode): number | null =>
  code === 'audit_log' ? config.AUDIT_RETENTION_DAYS : null;

type Period = Awaited<ReturnType<typeof listPeriods>>[number];

const toRetention = (config: Config, code: RetentionCode, chosen?: Period): Retention => ({
  code,
  days: chosen?.days ?? defaultOf(config, code),
  default_days: defaultOf(config, code),
  updated_at: chosen?.updated_at.toISOString() ?? null,
});

/** The periods in effect. */
export async function readRetention({ db, config }: Pick<Work, 'db' | 'config'>): Promise<Retention[]> {
  const chosen = await listPeriods(db);
  return RETENTION_CODES.map((code) =>
    toRetention(
      config,
      code,
      chosen.find((one) => one.code === code),
    ),
  );
}

export async function previewRetention(
  { db, now }: Pick<Work, 'db' | 'now'>,
  code: RetentionCode,
  days: number,
) {
  const end = endOf(now(), days);
  const count =
    code === 'inactive_members'
      ? await countInactiveMembers(db, end, RETENTION_COUNT_MAX + 1)
      : await countDue(db, code, end);
  return { count: Math.min(count, RETENTION_COUNT_MAX), is_more: count > RETENTION_COUNT_MAX };
}

/** Chooses a period, or with null its default. @throws {AppError} `password_required` for a shorter one */
export const changeRetention = (
  { db, now, config }: Work,
  code: RetentionCode,
  days: number | null,
  caller: Pick<Caller, 'password_at'>,
): Promise<Retention> =>
  db.transaction(async (tx) => {
    const [chosen] = await lockPeriod(tx, code, now());
    const before = toRetention(config, code, chosen).days ?? Number.POSITIVE_INFINITY;
    const after = days ?? defaultOf(config, code) ?? Number.POSITIVE_INFINITY;
    if (after < before) requireRecentPassword(caller, now());
    const [changed] = await setPeriod(tx, code, days, now());
    return toRetention(config, code, changed);
  });

/** Rows of one statement, and statements of one run: what is left waits for the next one, ten minutes later. */
const BATCH = 500;
const BATCHES = 20;

async function inBatches(deleteSome: (atOnce: number) => Promise<number>): Promise<void> {
  for (let run = 0; run < BATCHES; run += 1) if ((await deleteSome(BATCH)) < BATCH) return;
}

/** Deletes what is older than the chosen periods; the audit log deletes its own. */
export async function applyRetention(work: Work): Promise<void> {
  const { db, now } = work;
  const deletions: Partial<Record<RetentionCode, (end: Date) => Promise<void>>> = {
    inactive_members: (end) => trashInactiveMembers(work, end, BATCH),
    conversations: (end) => inBatches((atOnce) => deleteConversations(db, end, atOnce)),
    rating_comments: (end) => inBatches((atOnce) => deleteComments(db, end, atOnce)),
  };
  const due = (await listPeriods(db)).flatMap(({ code, days }) =>
    days === null ? [] : [{ days, apply: deletions[code] }],
  );
  await tryEach(due, async ({ days, apply }) => apply?.(endOf(now(), days)));
}

import type {
  BroadcastApprovalRequest,
  BroadcastApprove,
  NewsApprovalRequest,
  NewsApprove,
  SendBack,
} from '@agora/contract/features/approvals/approvals.contract';
import type { BroadcastPlan } from '@agora/contract/features/broadcasts/broadcasts.schema';
import type { NewsPlan } from '@agora/contract/features/news/news.schema';
import { v7 as uuidv7 } from 'uuid';
import { violates } from '../../platform/db/errors.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { nestedProblem, RequestValidationError } from '../../platform/http/router.ts';
import { momentOfSchedule } from '../broadcasts/compose/broadcasts.schedule.service.ts';
import {
  countAsShown,
  scheduleBroadcast,
  sendBroadcast,
} from '../broadcasts/compose/broadcasts.send.service.ts';
import {
  type Work as BroadcastWork,
  lockForAction,
  requireBroadcast,
} from '../broadcasts/compose/broadcasts.service.ts';
import { conflictWith, lockArticle, type Work as NewsWork } from '../news/editing/news.service.ts';
import {
  lockForPublishing,
  publishNews,
  requirePublishable,
  scheduleNews,
} from '../news/publishing/news.publish.service.ts';
import { decideApproval, insertApproval, lockOpenApproval } from './approvals.queries.ts';
import type { ApprovalRow, NewApproval } from './approvals.table.ts';

interface Work extends Pick<Deps, 'db' | 'now'> {
  by: string;
}

/** A push or an article, locked by this transaction. */
interface Subject {
  id: string;
  version: number;
  created_by: string | null;
  updated_by: string | null;
}

async function ask(
  { db, by, now }: Work,
  request: Omit<NewApproval, 'id' | 'asked_at' | 'asked_by'>,
): Promise<void> {
  const row = { ...request, id: uuidv7(), asked_at: now(), asked_by: by };
  await insertApproval(db, row).catch((error: unknown) => {
    throw violates(error, 'approvals_open') ? new AppError('approval_asked') : error;
  });
}

/** The open request. Whoever changes the subject, decides or withdraws waits for the lock on the subject. */
async function requireOpen({ db }: Work, { id }: Subject): Promise<ApprovalRow> {
  const approval = await lockOpenApproval(db, id);
  if (!approval) throw new AppError('approval_closed');
  return approval;
}

/** The open request that the caller may decide about. */
async function requireDecidable(work: Work, subject: Subject): Promise<ApprovalRow> {
  const approval = await requireOpen(work, subject);
  const involved = [approval.asked_by, subject.created_by, subject.updated_by];
  if (involved.includes(work.by)) throw new AppError('approval_own');
  return approval;
}

/** Nothing goes out late by surprise. */
function requireInTime({ now }: Work, { due_at, held_at }: ApprovalRow): void {
  if (held_at !== null || (due_at !== null && due_at <= now())) throw new AppError('approval_overdue');
}

/** Reports a time that cannot be, be it in the request or in what was asked for. */
async function inPlan<Result>(isGiven: boolean, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RequestValidationError)) throw error;
    throw isGiven ? nestedProblem('plan', error) : new AppError('approval_overdue');
  }
}

const decide = (
  { db, by, now }: Work,
  { id }: ApprovalRow,
  decision: 'approved' | 'sent_back' | 'withdrawn',
  comment = '',
) => decideApproval(db, id, { decision, decided_at: now(), decided_by: by, comment });

async function sendBack(work: Work, subject: Subject, { comment }: SendBack): Promise<void> {
  await decide(work, await requireDecidable(work, subject), 'sent_back', comment);
}

async function withdraw(work: Work, subject: Subject): Promise<void> {
  const approval = await requireOpen(work, subject);
  // Whose account is erased withdraws nothing any more.
  if (approval.asked_by !== null && approval.asked_by !== work.by) throw new AppError('approval_of_other');
  await decide(work, approval, 'withdrawn');
}

/** @param work with a transaction @throws {AppError} the errors of `countAsShown`, `approval_asked`, or a 422 */
export async function askForBroadcast(
  work: BroadcastWork,
  id: string,
  { note, plan, ...shown }: BroadcastApprovalRequest,
): Promise<void> {
  const broadcast = await lockForAction(work.db, id, plan ? 'schedule' : 'send');
  // At recipients' own times, those of the sender's clock are the deadline.
  const due_at =
    plan && (await inPlan(true, async () => momentOfSchedule({ ...plan, mode: 'at' }, work.now())));
  const { devices } = await countAsShown(work, broadcast, shown, due_at ?? work.now());
  const { version, name, translations } = broadcast;
  const titles = name ? { fr: { title: name }, en: { title: name } } : titlesIn(translations);
  await ask(work, { broadcast_id: id, version, titles, note, plan, due_at, devices });
}

/**
 * Approves a push, and sends or schedules it.
 * @param work with a transaction
 * @throws {AppError} `version_conflict`, `approval_closed`, `approval_own`, `approval_overdue`, and the errors of
 *   `sendBroadcast`
 */
export async function approveBroadcast(
  work: BroadcastWork,
  id: string,
  { plan: chosen, ...shown }: BroadcastApprove,
): Promise<void> {
  const broadcast = await requireBroadcast(work.db, id);
  if (shown.version !== broadcast.version) throw new AppError('version_conflict');
  const approval = await requireDecidable(work, broadcast);
  if (chosen === undefined) requireInTime(work, approval);
  const plan = chosen === undefined ? (approval.plan as BroadcastPlan | null) : chosen;
  await decide(work, approval, 'approved');
  const approved = { ...work, isApproved: true };
  await inPlan(chosen !== undefined, () =>
    plan ? scheduleBroadcast(approved, id, { ...plan, ...shown }) : sendBroadcast(approved, id, shown),
  );
}

/** @param work with a transaction @throws {AppError} `version_conflict`, `approval_closed`, `approval_own` */
export async function sendBroadcastBack(work: BroadcastWork, id: string, body: SendBack): Promise<void> {
  const broadcast = await requireBroadcast(work.db, id);
  if (body.version !== broadcast.version) throw new AppError('version_conflict');
  await sendBack(work, broadcast, body);
}

/** @param work with a transaction @throws {AppError} `approval_closed`, `approval_of_other` */
export const withdrawForBroadcast = async (work: BroadcastWork, id: string): Promise<void> =>
  withdraw(work, await requireBroadcast(work.db, id));

/** @param work with a transaction @throws {AppError} the errors of `requirePublishable`, `approval_asked` */
export async function askForNews(
  work: NewsWork,
  id: string,
  { note, plan, version }: NewsApprovalRequest,
): Promise<void> {
  const { article, due_at } = await inPlan(true, () => requirePublishable(work, id, plan, version));
  const titles = titlesIn(article.content.translations);
  await ask(work, { news_id: id, version, titles, note, plan, due_at });
}

const titleIn = (text: { title: string } | null) => text && { title: text.title };
const titlesIn = ({ fr, en }: NewApproval['titles']) => ({ fr: titleIn(fr), en: titleIn(en) });

/**
 * Approves an article, and publishes it or schedules its publication.
 * @param work with a transaction
 * @throws {AppError} `version_conflict`, `approval_closed`, `approval_own`, `approval_overdue`, and the errors of
 *   `publishNews`
 */
export async function approveNews(
  work: NewsWork,
  id: string,
  { plan: chosen, version }: NewsApprove,
): Promise<void> {
  const article = await lockForPublishing(work, id);
  if (version !== article.version) throw await conflictWith(work, article, []);
  const approval = await requireDecidable(work, article);
  if (!chosen) requireInTime(work, approval);
  const { visible_from, visible_to } = chosen ?? (approval.plan as NewsPlan);
  await decide(work, approval, 'approved');
  const approved = { ...work, isApproved: true };
  await inPlan(chosen !== undefined, () =>
    visible_from === null
      ? publishNews(approved, id, { visible_to, version, keeps_text: false })
      : scheduleNews(approved, id, { visible_from, visible_to, version }),
  );
}

/** @param work with a transaction @throws {AppError} `version_conflict`, `approval_closed`, `approval_own` */
export async function sendNewsBack(work: NewsWork, id: string, body: SendBack): Promise<void> {
  const article = await lockArticle(work, id);
  if (body.version !== article.version) throw await conflictWith(work, article, []);
  await sendBack(work, article, body);
}

/** @param work with a transaction @throws {AppError} `approval_closed`, `approval_of_other` */
export const withdrawForNews = async (work: NewsWork, id: string): Promise<void> =>
  withdraw(work, await lockArticle(work, id));

import type { MessageBulk, MessageBulkReply } from '@agora/contract/features/messages/messages.schema';
import type { BulkReport } from '@agora/contract/shared/bulk';
import { bodyFor } from '@agora/contract/shared/placeholders';
import { actOnMany, type Skip } from '../../../platform/db/bulk.ts';
import type { Deps } from '../../../platform/deps.ts';
import { fieldProblem } from '../../../platform/http/router.ts';
import { findSenders, lockThreads, updateThreads } from '../messages.queries.ts';
import type { NewThread, Thread } from '../messages.table.ts';
import { requireDefault } from '../reply-templates/messages.reply-templates.service.ts';
import { countThreads, lockTarget, type Viewer } from './messages.list.queries.ts';
import { changesOf, requireAssignable, sendReply, snoozeOf, type Work } from './messages.service.ts';
import { statusAfter, type ThreadEvent } from './messages.states.rules.ts';

/** Fields that the action changes in addition to the state. @throws a 422 */
function fieldsOf(
  work: Work,
  { action, assignee_id = null, category, until, kind }: MessageBulk,
): Partial<NewThread> {
  if (action === 'snooze') {
    if (until === undefined) throw fieldProblem('until', { type: 'missing', message: 'Field required' });
    return snoozeOf(work, { until, kind });
  }
  if (action === 'assign') return { assignee_id };
  return action === 'categorize' ? { category } : {};
}

const skip = ({ id, number, subject }: Thread, code: string): Skip => ({
  id,
  label: [`#${number}`, subject].filter(Boolean).join(' · '),
  code,
});

/**
 * Applies one action to many conversations. Reports the refused ones; the others proceed.
 * @param work with a transaction
 * @throws {AppError} `count_changed` when the filter matches another number than the caller expects, or a 422
 */
export async function bulkThreads(work: Work, body: MessageBulk, viewer: Viewer): Promise<BulkReport> {
  const { db } = work;
  const fields = fieldsOf(work, body);
  await requireAssignable(db, fields.assignee_id ?? null);
  return actOnMany(body, {
    count: (filter) => countThreads(db, filter, viewer),
    lock: (target) => lockTarget(db, target, viewer),
    act: (threads) => changeTogether(work, body.action, fields, threads),
    missing: 'message_not_found',
  });
}

/** Changes the conversations that end in one status in one statement. @returns the refused ones */
async function changeTogether(
  { db, now }: Work,
  event: ThreadEvent,
  fields: Partial<NewThread>,
  threads: Thread[],
): Promise<Skip[]> {
  const skipped: Skip[] = [];
  for (const [status, alike] of Map.groupBy(threads, (thread) => statusAfter(thread, event)))
    if (status)
      await updateThreads(
        db,
        alike.map(({ id }) => id),
        { ...changesOf(alike[0] as Thread, event, now()), ...fields },
      );
    else skipped.push(...alike.map((thread) => skip(thread, 'invalid_state')));
  return skipped;
}

/** @param refusals reasons of the conversations that were skipped */
function reportOf(
  ids: readonly string[],
  threads: readonly Thread[],
  refusals: ReadonlyMap<string, string>,
): BulkReport {
  const known = new Map(threads.map((thread) => [thread.id, thread]));
  const skipped = ids.flatMap((id) => {
    const thread = known.get(id);
    if (!thread) return [{ id, label: '', code: 'message_not_found' }];
    const code = refusals.get(id);
    return code ? [skip(thread, code)] : [];
  });
  return { count: ids.length, done: ids.length - skipped.length, skipped };
}

/**
 * Replies to several members, each in their language and by name. Reports conversations that changed since
 * the caller read them or that reject replies; the others proceed.
 * @param work with a transaction
 * @throws a 422 without a text in the default language
 */
export async function replyToThreads(
  work: Work & Pick<Deps, 'config'>,
  { conversations, bodies }: MessageBulkReply,
): Promise<BulkReport> {
  requireDefault(work, bodies);
  const seen = new Map(conversations.map(({ id, version }) => [id, version]));
  const ids = [...seen.keys()];
  const threads = await lockThreads(work.db, ids);
  const found = await findSenders(
    work.db,
    threads.map(({ user_id }) => user_id),
  );
  const senders = new Map(found.map((sender) => [sender.id, sender]));
  const refusals = new Map<string, string>();
  for (const thread of threads) {
    const sender = senders.get(thread.user_id);
    const refusal = refusalOf(thread, seen.get(thread.id), sender?.deleted_at);
    if (refusal || !sender) refusals.set(thread.id, refusal ?? 'sender_deleted');
    else
      await sendReply(work, thread, {
        body: bodyFor(bodies, sender, work.config.DEFAULT_LOCALE),
        close: false,
      });
  }
  return reportOf(ids, threads, refusals);
}

function refusalOf(thread: Thread, seen: number | undefined, deletedAt?: Date | null) {
  if (thread.version !== seen) return 'thread_advanced';
  if (!statusAfter(thread, 'reply')) return 'invalid_state';
  return deletedAt ? 'sender_deleted' : undefined;
}

import type { MessageBulk, MessageBulkReply } from '@agora/contract/features/messages/messages.schema';
import type { BulkReport } from '@agora/contract/shared/bulk';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { findThread, lockThreads, updateThreads } from '../messages.queries.ts';
import type { NewThread, Thread } from '../messages.table.ts';
import { bodyFor, requireDefault } from '../reply-templates/messages.reply-templates.service.ts';
import { countThreads, threadIdsOf, type Viewer } from './messages.list.queries.ts';
import { changesOf, requireAssignable, sendReply, type Work } from './messages.service.ts';
import { statusAfter, type ThreadEvent } from './messages.states.rules.ts';

const EVENTS: Record<MessageBulk['action'], ThreadEvent> = {
  close: 'close',
  spam: 'spam',
  not_spam: 'not_spam',
  assign: 'assign',
  categorize: 'categorize',
};

/** Fields that the action changes besides the state. */
function fieldsOf({ action, assignee_id = null, category }: MessageBulk): Partial<NewThread> {
  if (action === 'assign') return { assignee_id };
  return action === 'categorize' ? { category } : {};
}

const labelOf = ({ number, subject }: Thread) => [`#${number}`, subject].filter(Boolean).join(' · ');

/**
 * Applies one action to many conversations. Reports the refused ones; the others proceed.
 * @param work with a transaction
 * @throws {AppError} `count_changed` when the filter matches another number than the caller expects, or a 422
 */
export async function bulkThreads(work: Work, body: MessageBulk, viewer: Viewer): Promise<BulkReport> {
  const { db, now } = work;
  const filter = body.filter ?? {};
  if (!body.ids && (await countThreads(db, filter, viewer)) !== body.expected_count)
    throw new AppError('count_changed');
  await requireAssignable(db, fieldsOf(body).assignee_id ?? null);
  const ids = body.ids ? [...new Set(body.ids)] : await threadIdsOf(db, filter, viewer);
  const threads = await lockThreads(db, ids);
  const event = EVENTS[body.action];
  const able = threads.filter(({ status }) => statusAfter(status, event));
  const refusals = new Map(
    threads.filter((thread) => !able.includes(thread)).map(({ id }) => [id, 'invalid_state']),
  );
  for (const alike of Map.groupBy(able, ({ status }) => status).values())
    await updateThreads(
      db,
      alike.map(({ id }) => id),
      { ...changesOf(alike[0] as Thread, event, now()), ...fieldsOf(body) },
    );
  return reportOf(ids, threads, refusals);
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
    return code ? [{ id, label: labelOf(thread), code }] : [];
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
  const refusals = new Map<string, string>();
  for (const thread of threads) {
    const sender = (await findThread(work.db, thread.id))?.sender;
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

function refusalOf({ version, status }: Thread, seen: number | undefined, deletedAt?: Date | null) {
  if (version !== seen) return 'thread_advanced';
  if (!statusAfter(status, 'reply')) return 'invalid_state';
  return deletedAt ? 'sender_deleted' : undefined;
}

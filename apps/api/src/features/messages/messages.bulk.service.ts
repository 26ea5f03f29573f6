import type { MessageBulk } from '@agora/contract/features/messages/messages.contract';
import type { BulkReport } from '@agora/contract/shared/bulk';
import { AppError } from '../../platform/errors.ts';
import { countThreads, threadIdsOf, type Viewer } from './messages.list.queries.ts';
import { lockThreads, updateThreads } from './messages.queries.ts';
import { changesOf, requireAssignable, type Work } from './messages.service.ts';
import { statusAfter, type ThreadEvent } from './messages.states.ts';
import type { NewThread, Thread } from './messages.table.ts';

const EVENTS: Record<MessageBulk['action'], ThreadEvent> = {
  close: 'close',
  spam: 'spam',
  not_spam: 'not_spam',
  assign: 'assign',
  categorize: 'categorize',
};

/** What the action changes beside the state. */
function fieldsOf({ action, assignee_id = null, category }: MessageBulk): Partial<NewThread> {
  if (action === 'assign') return { assignee_id };
  return action === 'categorize' ? { category } : {};
}

const labelOf = ({ number, subject }: Thread) => [`#${number}`, subject].filter(Boolean).join(' · ');

/**
 * Does one thing to many conversations. Those it can't be done to are reported; the others go ahead.
 * @param work with a transaction
 * @throws {AppError} `count_changed` when a filter does not match as many as the caller was told, or a 422
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
  for (const alike of Map.groupBy(able, ({ status }) => status).values())
    await updateThreads(
      db,
      alike.map(({ id }) => id),
      { ...changesOf(alike[0] as Thread, event, now()), ...fieldsOf(body) },
    );
  return reportOf(ids, threads, new Set(able));
}

function reportOf(ids: readonly string[], threads: Thread[], done: Set<Thread>): BulkReport {
  const known = new Map(threads.map((thread) => [thread.id, thread]));
  const skipped = ids.flatMap((id) => {
    const thread = known.get(id);
    if (!thread) return [{ id, label: '', code: 'message_not_found' }];
    return done.has(thread) ? [] : [{ id, label: labelOf(thread), code: 'invalid_state' }];
  });
  return { count: ids.length, done: done.size, skipped };
}

import type { Approval } from '@agora/contract/features/approvals/approvals.schema';
import type { Page } from '@agora/contract/shared/pagination';
import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import {
  type ApprovalRow,
  approvalJson,
  approvals,
  approvalTitles,
  isDecidableBy,
  type NewApproval,
} from './approvals.table.ts';

/** Who reads, and the kinds of subjects that they may decide about. */
export interface Decidable {
  reader: string;
  broadcasts: boolean;
  news: boolean;
}

const isWaitingFor = ({ reader, broadcasts, news }: Decidable) =>
  and(
    isDecidableBy(reader),
    or(
      sql`false`,
      broadcasts ? isNotNull(approvals.broadcast_id) : undefined,
      news ? isNotNull(approvals.news_id) : undefined,
    ),
  );

/** Open requests, oldest first. */
export const listWaiting = (db: Db, { skip, limit }: Page, decidable: Decidable) =>
  db
    .select({
      approval: approvalJson,
      broadcast_id: approvals.broadcast_id,
      news_id: approvals.news_id,
      titles: approvalTitles,
    })
    .from(approvals)
    .where(isWaitingFor(decidable))
    .orderBy(asc(approvals.asked_at), asc(approvals.id))
    .offset(skip)
    .limit(limit);

export type WaitingRow = Omit<Awaited<ReturnType<typeof listWaiting>>[number], 'approval'> & {
  approval: Approval;
};

export const countWaiting = (db: Db, decidable: Decidable) => db.$count(approvals, isWaitingFor(decidable));

export const insertApproval = (tx: Db, row: NewApproval) => tx.insert(approvals).values(row);

/** The open request about a push or an article, locked until the transaction ends. */
export async function lockOpenApproval(tx: Db, subject: string): Promise<ApprovalRow | undefined> {
  const [row] = await tx
    .select()
    .from(approvals)
    .where(
      and(
        sql`coalesce(${approvals.broadcast_id}, ${approvals.news_id}) = ${subject}`,
        isNull(approvals.decision),
      ),
    )
    .for('update');
  return row;
}

type Decision = Required<Pick<NewApproval, 'decision' | 'decided_at' | 'decided_by'>> &
  Pick<NewApproval, 'comment'>;

export const decideApproval = (tx: Db, id: string, decision: Decision) =>
  tx.update(approvals).set(decision).where(eq(approvals.id, id));

/** Marks the open requests whose time has passed; a trigger tells the team. */
export const holdOverdue = (db: Db, now: Date) =>
  db
    .update(approvals)
    .set({ held_at: now })
    .where(and(isNull(approvals.decision), isNull(approvals.held_at), lte(approvals.due_at, now)));

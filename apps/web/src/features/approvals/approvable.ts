import type { Approval } from '@agora/contract/features/approvals/approvals.schema';

/** A push or an article, with its last request for approval. */
export interface Approvable {
  kind: 'broadcast' | 'news';
  id: string;
  approval: Approval | null;
  /** True for what has not gone out. */
  isPending: boolean;
  version: number;
  created_by: { id: string } | null;
  updated_by: { id: string } | null;
}

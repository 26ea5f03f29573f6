import type { ErrorCode } from '@agora/contract/registry';
import { AppError } from '../errors.ts';

/** The row that a statement returns. @throws {AppError} if there is none */
export async function requireRow<Row>(rows: PromiseLike<Row[]>, missing: ErrorCode): Promise<Row> {
  const [row] = await rows;
  if (!row) throw new AppError(missing);
  return row;
}

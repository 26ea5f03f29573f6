import type { ReactNode } from 'react';
import { toastError, toastSuccess } from '../platform/toast.ts';
import { t } from './components.texts.ts';
import type { Confirmation } from './confirm-modal.tsx';
import { useConfirm } from './use-confirm.tsx';

interface Deletion<Row> {
  /** Asked before. */
  question: (row: Row) => Pick<Confirmation, 'title' | 'text'>;
  run: (row: Row) => Promise<unknown>;
  /** Said afterwards. */
  done: () => string;
}

/** Erases rows, which have no trash, each after a confirmation. Render the returned element. */
export function useDeletion<Row>({
  question,
  run,
  done,
}: Deletion<Row>): [dialog: ReactNode, remove: (row: Row) => void] {
  const [dialog, confirm] = useConfirm();
  async function remove(row: Row): Promise<void> {
    if (!(await confirm({ ...question(row), action: t.erase, isDangerous: true }))) return;
    await run(row);
    toastSuccess(done());
  }
  return [dialog, (row) => void remove(row).catch(toastError)];
}

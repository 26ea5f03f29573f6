import { t } from './errors.texts.ts';
import { errorText } from './errors.ts';
import { showToast, type Toast } from './toaster.tsx';

/** Milliseconds that a toast with an action stays. */
const ACTION_DURATION_MS = 10_000;

/** Tells what is done, or happens next, with actions on it. @returns a function that closes the toast */
export const toastSuccess = (
  title: string,
  action?: Toast['action'],
  other?: Toast['action'],
): (() => void) =>
  showToast({
    type: 'success',
    title,
    other,
    ...((action ?? other) && { duration: ACTION_DURATION_MS }),
    ...(action && { action }),
  });

/** For the own account, whose toasts have the title of the specification. */
export const toastAccountSuccess = (description: string): void =>
  void showToast({ type: 'success', title: t.success, description });

/** For an action that succeeded partially. */
export const toastWarning = (description: string): void =>
  void showToast({ type: 'warning', title: t.title, description });

/** Shows why a call failed, under the title of the specification. */
export const toastError = (error: unknown, action?: Toast['action']): void =>
  void showToast({
    type: 'error',
    title: t.title,
    description: errorText(error),
    ...(action && { action, duration: ACTION_DURATION_MS }),
  });

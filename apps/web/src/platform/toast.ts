import { t } from './errors.texts.ts';
import { errorText } from './errors.ts';
import { showToast, type Toast } from './toaster.tsx';

/** Milliseconds that a toast with an action stays. */
const ACTION_DURATION_MS = 10_000;

export const toastSuccess = (description: string, action?: Toast['action'], other?: Toast['action']): void =>
  void showToast({
    type: 'success',
    title: t.success,
    description,
    other,
    ...(action && { action, duration: ACTION_DURATION_MS }),
  });

/** Tells what happens next, with actions on it. @returns a function that closes the toast */
export const toastNext = (title: string, action?: Toast['action'], other?: Toast['action']): (() => void) =>
  showToast({ type: 'success', title, other, ...(action && { action }), duration: ACTION_DURATION_MS });

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

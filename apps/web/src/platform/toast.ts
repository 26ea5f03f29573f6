import { t } from './errors.texts.ts';
import { errorText } from './errors.ts';
import type { Toast } from './toast.types.ts';

/**
 * The renderer, loaded on the first key or press, or some seconds after the page, so that failures are shown offline,
 * too. If that fails, the first toast tries again.
 */
const toaster = () => import('./toaster.tsx');
const preload = () => void toaster().catch(() => {});
for (const event of ['keydown', 'pointerdown']) window.addEventListener(event, preload, { once: true });
setTimeout(preload, 5_000);

/** Shows a toast. */
export async function showToast(toast: Toast): Promise<void> {
  const { draw } = await toaster();
  draw(toast);
}

/** Milliseconds that a toast with an action stays. */
const ACTION_DURATION = 8000;

export const toastSuccess = (description: string, action?: Toast['action']): void =>
  void showToast({
    type: 'success',
    title: t.success,
    description,
    ...(action && { action, duration: ACTION_DURATION }),
  });

/** For an action that succeeded in part. */
export const toastWarning = (description: string): void =>
  void showToast({ type: 'warning', title: t.title, description });

/** Shows why a call failed, under the title of the specification. */
export const toastError = (error: unknown, action?: Toast['action']): void =>
  void showToast({
    type: 'error',
    title: t.title,
    description: errorText(error),
    ...(action && { action, duration: ACTION_DURATION }),
  });

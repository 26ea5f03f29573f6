import { t } from './errors.texts.ts';
import { errorText } from './errors.ts';

type ToastType = 'success' | 'error' | 'warning' | 'loading';

export interface Toast {
  type: ToastType;
  title: string;
  description?: string;
  action?: { label: string; onClick: () => void };
  /** Whether it has a button to close it; true unless said otherwise. */
  closable?: boolean;
  /** Milliseconds, counted while the page is visible. */
  duration?: number;
}

/** Shows a toast; what draws it is loaded with the first one. */
async function showToast(toast: Toast): Promise<void> {
  const { draw } = await import('./toaster.tsx');
  draw(toast);
}

export const toastSuccess = (description: string, action?: Toast['action']): void =>
  void showToast({
    type: 'success',
    title: t.success,
    description,
    ...(action && { action, duration: 8000 }),
  });

/** The title and text that the specification gives every failed call. */
export const toastError = (error: unknown): void =>
  void showToast({ type: 'error', title: t.title, description: errorText(error) });

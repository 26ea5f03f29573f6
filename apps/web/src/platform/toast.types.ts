type ToastType = 'success' | 'error' | 'warning' | 'loading';

export interface Toast {
  type: ToastType;
  title: string;
  description?: string;
  /** Shown below the description. */
  hint?: string;
  action?: { label: string; onClick: () => void };
  /** Adds a close button; true by default. */
  closable?: boolean;
  /** Milliseconds, counted while the page is visible. */
  duration?: number;
}

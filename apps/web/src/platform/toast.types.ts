type ToastType = 'success' | 'error' | 'warning' | 'loading';

export interface Toast {
  type: ToastType;
  title: string;
  description?: string;
  /** Below the description. */
  hint?: string;
  action?: { label: string; onClick: () => void };
  /** Whether it has a button to close it; true unless said otherwise. */
  closable?: boolean;
  /** Milliseconds, counted while the page is visible. */
  duration?: number;
}

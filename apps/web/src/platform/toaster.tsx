import type { CSSProperties } from 'react';
import { createRoot } from 'react-dom/client';
import { toast as sonner, Toaster } from 'sonner';
import './toaster.css';
import { useLocale } from './i18n.ts';
import { t } from './toaster.texts.ts';

type ToastType = 'success' | 'error' | 'warning' | 'loading';

export interface Toast {
  type: ToastType;
  title: string;
  description?: string;
  /** Shown below the description. */
  hint?: string;
  action?: { label: string; onClick: () => void };
  /** A second, quieter action. */
  other?: Toast['action'] | undefined;
  /** Adds a close button; true by default. */
  closable?: boolean;
  /** Milliseconds, counted while the page is visible. */
  duration?: number;
}

const DURATION_MS = 6000;

/** Width that sonner sets by an inline style, which no stylesheet overrides. */
const WIDTH = { '--width': '24rem' } as CSSProperties;

/** Just below the bar of the back-office. */
const TOP = '4rem';

/** Below the bar, at the top end. sonner stops its timers while the page is hidden. */
function Toasts() {
  useLocale();
  return (
    <Toaster
      position="top-right"
      visibleToasts={4}
      gap={10}
      style={WIDTH}
      offset={{ top: TOP, right: 16 }}
      mobileOffset={{ top: TOP, left: 12, right: 12 }}
      containerAriaLabel={t.region}
      toastOptions={{ closeButtonAriaLabel: t.close }}
    />
  );
}

const container = document.createElement('div');
document.body.append(container);
createRoot(container).render(<Toasts />);

const Lines = ({ lines }: { lines: readonly (string | undefined)[] }) =>
  lines.map((line) => <div key={line}>{line}</div>);

/** @returns a function that closes the toast */
export function showToast({
  type,
  title,
  description,
  hint,
  action,
  other,
  closable = true,
  duration = DURATION_MS,
}: Toast): () => void {
  const id = sonner[type](title, {
    description: hint ? <Lines lines={[description, hint]} /> : description,
    closeButton: closable,
    duration: type === 'loading' ? Number.POSITIVE_INFINITY : duration,
    ...(action && { action }),
    ...(other && { cancel: other }),
  });
  return () => void sonner.dismiss(id);
}

import { createRoot } from 'react-dom/client';
import { toast as sonner, Toaster } from 'sonner';
import 'sonner/dist/styles.css';
import './toaster.css';
import { useLocale } from './i18n.ts';
import type { Toast } from './toast.types.ts';
import { t } from './toaster.texts.ts';

const DURATION = 6000;

/**
 * At the top, in the middle: what is pressed at the end of a page's head stays free, as toasts stay for as long as
 * somebody points at them. sonner stops its clocks while the page is hidden.
 */
function Toasts() {
  useLocale();
  return (
    <Toaster
      position="top-center"
      visibleToasts={4}
      gap={10}
      offset={16}
      mobileOffset={12}
      containerAriaLabel={t.region}
      toastOptions={{ closeButtonAriaLabel: t.close }}
    />
  );
}

const container = document.createElement('div');
document.body.append(container);
createRoot(container).render(<Toasts />);

export function draw({
  type,
  title,
  description,
  action,
  closable = true,
  duration = DURATION,
}: Toast): void {
  sonner[type](title, {
    description,
    closeButton: closable,
    duration: type === 'loading' ? Number.POSITIVE_INFINITY : duration,
    ...(action && { action }),
  });
}

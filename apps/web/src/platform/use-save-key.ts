import { useEffect, useEffectEvent, useState } from 'react';

interface SaveShortcut {
  isBusy: boolean;
  onSave: () => void;
  /** True if the form is in this dialog. */
  isIn: (dialog: Element) => boolean;
}

/**
 * Saves on Ctrl+S instead of the browser. During a save, it saves again afterwards; it is ignored while a
 * dialog covers the form.
 */
export function useSaveKey({ isBusy, onSave, isIn }: SaveShortcut): void {
  const [isPressed, setPressed] = useState(false);
  const save = useEffectEvent(onSave);
  const concernsForm = useEffectEvent(() => {
    const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
    return !dialog || isIn(dialog);
  });
  useEffect(() => {
    if (!isPressed || isBusy) return;
    setPressed(false);
    save();
  }, [isPressed, isBusy]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (concernsForm()) setPressed(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

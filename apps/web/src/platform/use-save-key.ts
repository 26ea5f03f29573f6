import { useEffect, useEffectEvent, useState } from 'react';

/** Ctrl+S, which a browser would take for its own. Pressed while something is being saved, it saves after that. */
export function useSaveKey(isBusy: boolean, onSave: () => void): void {
  const [isPressed, setPressed] = useState(false);
  const save = useEffectEvent(onSave);
  useEffect(() => {
    if (!isPressed || isBusy) return;
    setPressed(false);
    save();
  }, [isPressed, isBusy]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setPressed(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

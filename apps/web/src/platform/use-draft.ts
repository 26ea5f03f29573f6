import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readDraft, useDraftWriter } from './drafts.ts';

interface Stored<Values, Base> {
  values: Values;
  base?: Base | undefined;
}

/** The data that a draft started from. */
interface DraftBase<Base> {
  base: Base;
  /** Called when a draft is restored: its base may have changed since. */
  onRestore: (base: Base) => void;
}

/** State and actions of a form's draft. */
export interface FormDraft {
  /** True while the form shows input that was restored. */
  isRestored: boolean;
  forget: () => void;
  /** Deletes the draft and resets the form. */
  discard: () => void;
}

/**
 * Stores the input of a form, per user and object, until it is saved. Never use it on a form with a password.
 * @param key undefined until the user and the object are known
 * @param origin base data that others can change while the draft is written
 */
export function useDraft<Values extends Record<string, unknown>, Base = never>(
  key: string | undefined,
  form: UseFormReturnType<Values>,
  origin?: DraftBase<Base>,
): FormDraft {
  const [isRestored, setRestored] = useState(false);
  const writer = useDraftWriter(key);
  const { values } = form;
  const isDirty = form.isDirty();
  const base = origin?.base;
  const wasDirty = useRef(false);
  const writeLatest = useEffectEvent(writer.write);
  const restore = useEffectEvent(({ values, base }: Stored<Values, Base>) => {
    form.setValues(values);
    if (base !== undefined) origin?.onRestore(base);
    setRestored(true);
  });

  useEffect(() => {
    const stored = key === undefined ? undefined : readDraft<Stored<Values, Base>>(key);
    if (stored) restore(stored.value);
  }, [key]);

  const forget = () => {
    writer.remove();
    setRestored(false);
  };
  const forgetLatest = useEffectEvent(forget);

  useEffect(() => {
    if (isDirty) writeLatest({ values, base } satisfies Stored<Values, Base>);
    // Only after input: the stored draft may not have been restored yet.
    else if (wasDirty.current) forgetLatest();
    wasDirty.current = isDirty;
  }, [key, isDirty, values, base]);

  const discard = () => {
    forget();
    form.reset();
  };
  return { isRestored: isRestored && isDirty, forget, discard };
}

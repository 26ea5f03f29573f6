import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { t } from './body.texts.ts';

interface TextModalProps {
  title: string;
  label: string;
  hint: string;
  type?: 'url';
  /** Characters that it may have. */
  max: number;
  value: string;
  /** What is wrong with a value. */
  problemOf?: (value: string) => string | undefined;
  onSubmit: (value: string) => void;
  onClose: () => void;
}

/** Asks for one line of text. */
export default function TextModal({
  title,
  label,
  hint,
  type,
  max,
  value,
  problemOf,
  onSubmit,
  onClose,
}: TextModalProps) {
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<string>();

  function submit(): void {
    const wrong = problemOf?.(typed.trim());
    setProblem(wrong);
    if (wrong) return;
    onSubmit(typed.trim());
    onClose();
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      actions={<Button type="submit">{t.apply}</Button>}
    >
      <Field
        label={label}
        hint={hint}
        error={problem}
        inputMode={type}
        value={typed}
        maxLength={max}
        autoComplete="off"
        data-autofocus
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </Dialog>
  );
}

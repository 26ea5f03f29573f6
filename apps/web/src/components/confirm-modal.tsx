import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { when } from '../platform/rules.tsx';
import { useForm } from '../platform/use-form.ts';
import { t } from './components.texts.ts';
import { Dialog } from './dialog.tsx';

export interface Confirmation {
  title: string;
  /** Consequences of the action. */
  text: ReactNode;
  /** Label of the confirm button, a verb. */
  action: string;
  /** Label of the cancel button, if "Cancel" could mean the action. */
  cancelLabel?: string;
  isDangerous?: boolean;
  /** A word to type first, for irreversible actions. */
  requiredWord?: string;
}

export function ConfirmModal({
  title,
  text,
  action,
  cancelLabel,
  isDangerous = false,
  requiredWord,
  onAnswer,
}: Confirmation & { onAnswer: (isConfirmed: boolean) => void }) {
  const isMismatch = (word: string) => requiredWord !== undefined && word.trim() !== requiredWord;
  const form = useForm({
    initialValues: { word: '' },
    validate: { word: (word) => when(isMismatch(word), () => t.wordWrong(requiredWord ?? '')) },
  });
  const isReady = !isMismatch(form.values.word);
  return (
    <Dialog
      title={title}
      close={cancelLabel}
      onClose={() => onAnswer(false)}
      onSubmit={() => isReady && onAnswer(true)}
      actions={
        <Button
          type="submit"
          color={isDangerous ? 'red.8' : 'teal'}
          disabled={!isReady}
          data-autofocus={!requiredWord}
        >
          {action}
        </Button>
      }
    >
      <div>{text}</div>
      {requiredWord !== undefined && (
        <TextInput
          label={t.typeWord(requiredWord)}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('word')}
        />
      )}
    </Dialog>
  );
}

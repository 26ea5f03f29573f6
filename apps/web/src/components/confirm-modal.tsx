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
  /** Label of the button that changes nothing, where "Cancel" could mean the action. */
  keep?: string;
  isDangerous?: boolean;
  /** A word to type first, for irreversible actions. */
  typed?: string;
}

export function ConfirmModal({
  title,
  text,
  action,
  keep,
  isDangerous = false,
  typed,
  onAnswer,
}: Confirmation & { onAnswer: (isSure: boolean) => void }) {
  const isWrong = (word: string) => typed !== undefined && word.trim() !== typed;
  const form = useForm({
    initialValues: { word: '' },
    validate: { word: (word) => when(isWrong(word), () => t.wordWrong(typed ?? '')) },
  });
  const isReady = !isWrong(form.values.word);
  return (
    <Dialog
      title={title}
      close={keep}
      onClose={() => onAnswer(false)}
      onSubmit={() => isReady && onAnswer(true)}
      actions={
        <Button
          type="submit"
          color={isDangerous ? 'red.8' : 'teal'}
          disabled={!isReady}
          data-autofocus={!typed}
        >
          {action}
        </Button>
      }
    >
      <div>{text}</div>
      {typed !== undefined && (
        <TextInput
          label={t.typeWord(typed)}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('word')}
        />
      )}
    </Dialog>
  );
}

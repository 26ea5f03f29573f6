import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { when } from '../platform/rules.tsx';
import { useBusy } from '../platform/use-busy.ts';
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
  /** Another way to the same end, preferred, such as saving first. Resolves to whether it succeeded. */
  alternative?: { label: string; run: () => Promise<boolean> } | undefined;
  /** A word to type first, for irreversible actions. */
  requiredWord?: string;
}

export function ConfirmModal({
  title,
  text,
  action,
  cancelLabel,
  isDangerous = false,
  alternative,
  requiredWord,
  onAnswer,
}: Confirmation & { onAnswer: (isConfirmed: boolean) => void }) {
  const isMismatch = (word: string) => requiredWord !== undefined && word.trim() !== requiredWord;
  const form = useForm({
    initialValues: { word: '' },
    validate: { word: (word) => when(isMismatch(word), () => t.wordWrong(requiredWord ?? '')) },
  });
  const [isBusy, runAlternative] = useBusy(async () => onAnswer((await alternative?.run()) ?? false));
  const isReady = !isMismatch(form.values.word);
  return (
    <Dialog
      title={title}
      close={cancelLabel}
      onClose={() => onAnswer(false)}
      onSubmit={() => (alternative ? void runAlternative() : isReady && onAnswer(true))}
      actions={
        <>
          <Button
            {...(alternative
              ? { variant: 'subtle', onClick: () => onAnswer(true) }
              : { type: 'submit', 'data-autofocus': !requiredWord })}
            color={isDangerous ? 'red.8' : 'teal'}
            disabled={!isReady}
          >
            {action}
          </Button>
          {alternative && (
            <Button type="submit" loading={isBusy} data-autofocus>
              {alternative.label}
            </Button>
          )}
        </>
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

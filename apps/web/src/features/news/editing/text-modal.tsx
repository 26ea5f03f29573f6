import { Button, TextInput } from '@mantine/core';
import { Dialog } from '../../../components/dialog.tsx';
import { useForm } from '../../../platform/use-form.ts';
import { t } from './news.body.texts.ts';

interface TextModalProps {
  title: string;
  label: string;
  hint: string;
  type?: 'url';
  /** Maximum number of characters. */
  max: number;
  value: string;
  /** Error of a value. */
  problemOf?: (value: string) => string | undefined;
  onSubmit: (value: string) => void;
  onClose: () => void;
}

/** Asks for one line of text. */
export function TextModal({
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
  const form = useForm({
    initialValues: { text: value },
    validate: { text: (text) => problemOf?.(text.trim()) },
  });
  const submit = form.onSubmit(({ text }) => {
    onSubmit(text.trim());
    onClose();
  });

  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => submit()}
      actions={<Button type="submit">{t.apply}</Button>}
    >
      <TextInput
        label={label}
        description={hint}
        inputMode={type}
        maxLength={max}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('text')}
      />
    </Dialog>
  );
}

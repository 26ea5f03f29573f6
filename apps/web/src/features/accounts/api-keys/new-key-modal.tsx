import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t as components } from '../../../components/components.texts.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { t } from './api-keys.texts.ts';

/** Shows a new key, once. */
export function NewKeyModal({ value, onClose }: { value: string; onClose: () => void }) {
  const [field, setField] = useState<HTMLInputElement | null>(null);
  async function copy(): Promise<void> {
    field?.select();
    await navigator.clipboard.writeText(value);
    toastSuccess(t.copied);
  }
  return (
    <Dialog
      title={t.createdTitle}
      size="lg"
      close={components.close}
      onClose={onClose}
      onSubmit={() => void copy().catch(toastError)}
      actions={
        <Button type="submit" data-autofocus>
          {t.copy}
        </Button>
      }
    >
      <Text>{t.createdText}</Text>
      <TextInput ref={setField} readOnly value={value} aria-label={t.createdTitle} ff="monospace" />
    </Dialog>
  );
}

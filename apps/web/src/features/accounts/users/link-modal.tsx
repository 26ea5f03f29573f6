import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t as components } from '../../../components/components.texts.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { t } from './accounts.user.texts.ts';

/** Shows a link to be sent by other means than mail. */
export function LinkModal({ url, onClose }: { url: string; onClose: () => void }) {
  const [field, setField] = useState<HTMLInputElement | null>(null);
  async function copy(): Promise<void> {
    field?.select();
    await navigator.clipboard.writeText(url);
    toastSuccess(t.linkCopied);
    onClose();
  }
  return (
    <Dialog
      title={t.linkTitle}
      size="lg"
      close={components.close}
      onClose={onClose}
      onSubmit={() => void copy().catch(toastError)}
      actions={
        <Button type="submit" data-autofocus>
          {t.copyLink}
        </Button>
      }
    >
      <TextInput ref={setField} readOnly value={url} aria-label={t.linkTitle} />
    </Dialog>
  );
}

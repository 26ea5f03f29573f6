import { PASSKEY_NAME_MAX } from '@agora/contract/features/accounts/accounts.passkeys.rules';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { CountedField } from '../../../components/counted-field.tsx';
import { FormDialog } from '../../../components/dialog.tsx';
import { useWithPassword } from '../../../components/use-password-prompt.tsx';
import { hasCode } from '../../../platform/api-error.ts';
import { createPasskey, isKnownDevice, isTurnedDown } from '../../../platform/passkeys.ts';
import { atMostGraphemes, required } from '../../../platform/rules.tsx';
import { toastAccountSuccess, toastError, toastWarning } from '../../../platform/toast.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useCreatePasskey, useStartPasskey } from '../accounts.passkeys.queries.ts';
import { t } from './accounts.passkeys.texts.ts';
import { deviceName } from './device-name.ts';

/** A button that adds a passkey of this device. @param onAdded called once it is in effect */
export function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { mutateAsync: start } = useStartPasskey();
  const { mutateAsync: create } = useCreatePasskey();
  const [prompt, withPassword] = useWithPassword();

  async function add(name: string): Promise<void> {
    const { body: options } = await withPassword(t.passwordAgain, () => start({}));
    const passkey = await createPasskey(options);
    await withPassword(t.passwordAgain, () => create({ body: { name, passkey } }));
    setOpen(false);
    toastAccountSuccess(t.added(name));
    onAdded();
  }

  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t.add}
      </Button>
      {isOpen && (
        <NameDialog
          title={t.add}
          name={deviceName(navigator.userAgent)}
          onClose={() => setOpen(false)}
          onSave={(name) => add(name).catch(tell)}
        />
      )}
      {prompt}
    </>
  );
}

function tell(error: unknown): void {
  if (isKnownDevice(error)) toastWarning(t.known);
  else if (isTurnedDown(error)) toastWarning(t.notCreated);
  else if (!hasCode(error, 'password_required')) toastError(error);
}

interface NameDialogProps {
  title: string;
  name: string;
  onClose: () => void;
  onSave: (name: string) => Promise<void>;
}

const nameRequired = required(() => t.nameRequired);
const nameLength = atMostGraphemes(PASSKEY_NAME_MAX, () => t.nameLong);

/** Asks for the name of a passkey. */
export function NameDialog({ title, name, onClose, onSave }: NameDialogProps) {
  const form = useForm({
    initialValues: { name },
    validate: { name: (value) => nameRequired(value) ?? nameLength(value) },
  });
  const { isBusy, submit } = useSubmit(form, (values) => onSave(values.name.trim()), toastError);
  return (
    <FormDialog title={title} onClose={onClose} onSubmit={submit} isBusy={isBusy}>
      <CountedField
        label={t.name}
        placeholder={t.nameHint}
        max={PASSKEY_NAME_MAX}
        data-autofocus
        {...form.getInputProps('name')}
        value={form.values.name}
      />
    </FormDialog>
  );
}

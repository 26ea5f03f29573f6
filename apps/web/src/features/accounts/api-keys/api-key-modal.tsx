import { API_KEY_DAYS, API_KEY_NAME_MAX } from '@agora/contract/features/accounts/accounts.api-keys.rules';
import type { Permission } from '@agora/contract/shared/permissions';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { CountedField } from '../../../components/counted-field.tsx';
import { FormDialog } from '../../../components/dialog.tsx';
import { Select } from '../../../components/select.tsx';
import { useWithPassword } from '../../../components/use-password-prompt.tsx';
import { Localized } from '../../../platform/localized.tsx';
import { atMostGraphemes, required } from '../../../platform/rules.tsx';
import { toastError } from '../../../platform/toast.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { PermissionChoice } from '../roles/permission-choice.tsx';
import { useCreateApiKey } from './api-keys.queries.ts';
import { t } from './api-keys.texts.ts';

interface ApiKeyModalProps {
  onCreated: (key: string) => void;
  onClose: () => void;
}

const nameRequired = required(() => t.nameRequired);
const nameLength = atMostGraphemes(API_KEY_NAME_MAX, () => t.nameLong);

/** Makes an API key. */
export function ApiKeyModal({ onCreated, onClose }: ApiKeyModalProps) {
  const { mutateAsync: create } = useCreateApiKey();
  const [prompt, withPassword] = useWithPassword();
  const [days, setDays] = useState<(typeof API_KEY_DAYS)[number]>(90);
  const form = useForm({
    initialValues: { name: '', permissions: [] as Permission[] },
    validate: {
      name: (name) => nameRequired(name) ?? nameLength(name),
      permissions: (chosen) => (chosen.length === 0 ? <Localized text={() => t.chooseSome} /> : null),
    },
  });
  const { isBusy, submit } = useSubmit(
    form,
    async ({ name, permissions }) => {
      const body = { name: name.trim(), permissions, days };
      const created = await withPassword(t.passwordAgain, () => create({ body }));
      onCreated(created.body.key);
    },
    toastError,
  );
  return (
    <>
      <FormDialog
        title={t.add}
        submit={t.create}
        size="xl"
        onClose={onClose}
        onSubmit={submit}
        isBusy={isBusy}
      >
        <CountedField
          label={t.name}
          placeholder={t.nameHint}
          max={API_KEY_NAME_MAX}
          data-autofocus
          {...form.getInputProps('name')}
          value={form.values.name}
        />
        <Select
          label={t.days}
          maw="12rem"
          value={String(days)}
          options={API_KEY_DAYS.map((value) => ({ value: String(value), label: t.daysOf(value) }))}
          onChange={(value) => setDays(API_KEY_DAYS.find((each) => String(each) === value) ?? 90)}
        />
        <PermissionChoice
          value={form.values.permissions}
          held={[]}
          onChange={(permissions) => form.setFieldValue('permissions', permissions)}
        />
        {form.errors['permissions'] && (
          <Text c="var(--danger-ink)" size="sm" role="alert">
            {form.errors['permissions']}
          </Text>
        )}
      </FormDialog>
      {prompt}
    </>
  );
}

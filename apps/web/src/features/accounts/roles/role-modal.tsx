import { ROLE_NAME_MAX } from '@agora/contract/features/accounts/accounts.roles.rules';
import type { Role } from '@agora/contract/features/accounts/accounts.roles.schema';
import { Text } from '@mantine/core';
import { CountedField } from '../../../components/counted-field.tsx';
import { FormDialog } from '../../../components/dialog.tsx';
import { useWithPassword } from '../../../components/use-password-prompt.tsx';
import { hasCode } from '../../../platform/api-error.ts';
import { errorText } from '../../../platform/errors.ts';
import { Localized } from '../../../platform/localized.tsx';
import { atMostGraphemes, required } from '../../../platform/rules.tsx';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useCurrentUser } from '../accounts.users.queries.ts';
import { PermissionChoice } from './permission-choice.tsx';
import { useCreateRole, useUpdateRole } from './roles.queries.ts';
import { t } from './roles.texts.ts';

export type EditedRole = Pick<Role, 'name' | 'permissions'> & Partial<Pick<Role, 'id' | 'version'>>;

interface RoleModalProps {
  /** Without an id, another is added. */
  role: EditedRole;
  onClose: () => void;
}

const nameRequired = required(() => t.nameRequired);
const nameLength = atMostGraphemes(ROLE_NAME_MAX, () => t.nameLong);

/** A role's name and permissions. */
export function RoleModal({ role: { id, version, ...role }, onClose }: RoleModalProps) {
  const me = useCurrentUser();
  const { mutateAsync: create } = useCreateRole();
  const { mutateAsync: update } = useUpdateRole();
  const [prompt, withPassword] = useWithPassword();
  const form = useForm({
    initialValues: { ...role },
    validate: { name: (name) => nameRequired(name) ?? nameLength(name) },
  });
  const { isBusy, submit } = useSubmit(
    form,
    async ({ name, permissions }) => {
      const body = { name: name.trim(), permissions };
      await withPassword(t.passwordAgain, () =>
        id && version ? update({ params: { id }, body: { ...body, version } }) : create({ body }),
      );
      toastSuccess(t.saved);
      onClose();
    },
    (error) => {
      if (hasCode(error, 'role_name_taken'))
        form.setFieldError('name', <Localized text={() => errorText(error)} />);
      else toastError(error);
    },
  );
  return (
    <>
      <FormDialog
        title={id ? t.edit : t.add}
        {...(!id && { submit: t.create })}
        size="xl"
        onClose={onClose}
        onSubmit={submit}
        isBusy={isBusy}
      >
        <CountedField
          label={t.name}
          max={ROLE_NAME_MAX}
          data-autofocus
          {...form.getInputProps('name')}
          value={form.values.name}
        />
        <PermissionChoice
          value={form.values.permissions}
          held={id ? role.permissions : []}
          onChange={(permissions) => form.setFieldValue('permissions', permissions)}
        />
        <Text c="dimmed" size="xs">
          {me.is_superuser ? t.permissionsHint : `${t.permissionsHint} ${t.notYours}`}
        </Text>
      </FormDialog>
      {prompt}
    </>
  );
}

import { Button, Group, Stack } from '@mantine/core';
import { PasswordField } from '../../../components/password-field.tsx';
import { confirmationRule, newPasswordRule, passwordGivenRule } from '../../../platform/account-rules.ts';
import { hasCode } from '../../../platform/api-error.ts';
import { errorText } from '../../../platform/errors.ts';
import { Localized } from '../../../platform/localized.tsx';
import { toastAccountSuccess, toastError } from '../../../platform/toast.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useCurrentUser, useRefreshUsers, useUpdateMyPassword } from '../accounts.users.queries.ts';
import { NewPassword } from '../login/new-password.tsx';
import { t } from './accounts.my-account.texts.ts';

/** Form field of each error code. */
const FIELD_OF = { incorrect_password: 'current_password', password_unchanged: 'new_password' } as const;

/** Changes the user's own password. */
export function PasswordForm() {
  const me = useCurrentUser();
  const refresh = useRefreshUsers();
  const { mutateAsync: updatePassword } = useUpdateMyPassword();
  const form = useForm({
    initialValues: { current_password: '', new_password: '', confirm_password: '' },
    validate: {
      current_password: passwordGivenRule,
      new_password: newPasswordRule,
      confirm_password: (value, { new_password }) => confirmationRule(value, new_password),
    },
  });
  const { isBusy, onSubmit } = useSubmit(
    form,
    async ({ current_password, new_password }) => {
      await updatePassword({ body: { current_password, new_password } });
      form.reset();
      toastAccountSuccess(t.passwordChanged);
      await refresh();
    },
    (error) => {
      const code = (['incorrect_password', 'password_unchanged'] as const).find((code) =>
        hasCode(error, code),
      );
      if (code) form.setFieldError(FIELD_OF[code], <Localized text={() => errorText(error)} />);
      else toastError(error);
    },
  );
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {/* Tells password managers whose password this is. */}
        <input type="email" autoComplete="username" value={me.email} readOnly hidden />
        <PasswordField
          label={t.currentPassword}
          autoComplete="current-password"
          required
          {...form.getInputProps('current_password')}
        />
        <NewPassword
          label={t.newPassword}
          {...form.getInputProps('new_password')}
          confirmation={form.getInputProps('confirm_password')}
        />
        <Group gap="xs">
          <Button type="submit" loading={isBusy}>
            {t.changePassword}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

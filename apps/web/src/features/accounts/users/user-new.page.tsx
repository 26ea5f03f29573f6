import { LOCALES } from '@agora/contract/shared/locales';
import { can } from '@agora/contract/shared/permissions';
import { Button, Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { PasswordField } from '../../../components/password-field.tsx';
import { PasswordStrength } from '../../../components/password-strength.tsx';
import { Select } from '../../../components/select.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { usePasswordPrompt } from '../../../components/use-password-prompt.tsx';
import { emailRule, newPasswordRule, optionalNameRule } from '../../../platform/account-rules.ts';
import { getLocale } from '../../../platform/i18n.ts';
import { required } from '../../../platform/rules.tsx';
import { toastSuccess } from '../../../platform/toast.ts';
import { useDraft } from '../../../platform/use-draft.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useCreateUser, useCurrentUser, useInviteUser, useRefreshUsers } from '../accounts.users.queries.ts';
import { t as users } from '../accounts.users.texts.ts';
import { roleNameOf } from '../roles/role-names.ts';
import { useRoles } from '../roles/roles.queries.ts';
import { t } from './accounts.user.texts.ts';

type Method = 'invitation' | 'password';

/** In place of the id of a role. */
const ADMINISTRATOR = 'administrator';

const roleRequired = required(() => t.roleRequired);

export function Page() {
  const kind = useLocation().pathname.startsWith('/admin') ? 'admin' : 'members';
  const isAdmin = kind === 'admin';
  const me = useCurrentUser();
  const navigate = useNavigate();
  const refresh = useRefreshUsers();
  const { mutateAsync: invite } = useInviteUser();
  const { mutateAsync: create } = useCreateUser();
  const [prompt, askPassword] = usePasswordPrompt();
  const passwordForm = useForm({
    initialValues: { method: 'invitation' as Method, password: '', must_change_password: true },
    validate: { password: (value, { method }) => (method === 'password' ? newPasswordRule(value) : null) },
  });
  const form = useForm({
    initialValues: {
      email: '',
      full_name: '',
      locale: getLocale(),
      role: '',
    },
    validate: {
      email: emailRule,
      full_name: optionalNameRule,
      role: (role) => (isAdmin ? roleRequired(role) : null),
    },
  });
  const roles = useRoles({ isOn: isAdmin }).data?.body.data ?? [];
  const roleOptions = [
    { value: '', label: t.chooseRole },
    ...(me.is_superuser ? [{ value: ADMINISTRATOR, label: t.asAdmin }] : []),
    ...roles
      .filter(({ permissions }) => permissions.every((permission) => can(me, permission)))
      .map((role) => ({ value: role.id, label: roleNameOf(role) })),
  ];
  const draft = useDraft(`${me.id}:${kind}/new`, form);
  const { method, password, must_change_password } = passwordForm.values;

  const { isBusy, onSubmit } = useSubmit(form, async ({ role, ...values }) => {
    if ((await passwordForm.validate()).hasErrors) return;
    const isSuperuser = isAdmin && role === ADMINISTRATOR;
    const question = isSuperuser ? t.newAdminPassword : t.newColleaguePassword;
    if (isAdmin && !(await askPassword(question(values.email)))) return;
    const account = {
      ...values,
      full_name: values.full_name.trim() || null,
      is_superuser: isSuperuser,
      ...(isAdmin && !isSuperuser && { role_id: role }),
    };
    const { body: created } =
      method === 'invitation'
        ? await invite({ body: account })
        : await create({ body: { ...account, password, must_change_password } });
    draft.forget();
    // Synchronously, so that navigation does not ask about unsaved changes.
    flushSync(() => form.resetDirty());
    toastSuccess(method === 'invitation' ? t.invitedDone(values.email) : t.createdDone(values.email));
    await refresh();
    await navigate(`/${kind}/${created.id}`, { replace: true });
  });

  return (
    <>
      <PageHeader
        title={isAdmin ? t.newAdminTitle : t.newMemberTitle}
        back={{ to: `/${kind}`, label: isAdmin ? t.backToAdmins : t.backToMembers }}
      />
      <Panel title={t.profile}>
        <form onSubmit={onSubmit} noValidate>
          <Stack maw="30rem">
            <DraftNotice draft={draft} />
            <TextInput
              label={users.email}
              type="email"
              autoComplete="off"
              required
              autoFocus
              readOnly={isBusy}
              {...form.getInputProps('email')}
            />
            <TextInput
              label={users.fullName}
              autoComplete="off"
              readOnly={isBusy}
              {...form.getInputProps('full_name')}
            />
            <Select
              label={users.language}
              options={LOCALES.map((value) => ({ value, label: users[value] }))}
              value={form.values.locale}
              onChange={(locale) => form.setFieldValue('locale', locale)}
            />
            {isAdmin && (
              <Select
                label={t.accessAs}
                options={roleOptions}
                required
                {...form.getInputProps('role')}
                value={form.values.role}
                onChange={(role) => form.setFieldValue('role', role)}
              />
            )}
            <Radio.Group label={t.how} {...passwordForm.getInputProps('method')}>
              <Radio mt="xs" value="invitation" label={t.byInvitation} description={t.byInvitationHint} />
              <Radio mt="xs" value="password" label={t.byPassword} description={t.byPasswordHint} />
            </Radio.Group>
            {method === 'password' && (
              <>
                <div>
                  <PasswordField
                    label={t.password}
                    autoComplete="new-password"
                    readOnly={isBusy}
                    {...passwordForm.getInputProps('password')}
                  />
                  <PasswordStrength password={password} />
                </div>
                <Checkbox
                  label={t.mustChange}
                  {...passwordForm.getInputProps('must_change_password', { type: 'checkbox' })}
                />
              </>
            )}
            <Group gap="xs">
              <Button type="submit" loading={isBusy}>
                {method === 'invitation' ? t.invite : t.create}
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
      {prompt}
      <UnsavedGuard isDirty={form.isDirty()} onLeave={draft.forget} />
    </>
  );
}

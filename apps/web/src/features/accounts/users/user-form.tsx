import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { LOCALES } from '@agora/contract/shared/locales';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Select } from '../../../components/select.tsx';
import { useWithPassword } from '../../../components/use-password-prompt.tsx';
import { VersionedFormDialogs } from '../../../components/versioned-form.tsx';
import { emailRule, optionalNameRule } from '../../../platform/account-rules.ts';
import { toastSuccess } from '../../../platform/toast.ts';
import { useVersionedForm } from '../../../platform/use-versioned-form.ts';
import {
  readUser,
  useAdoptUser,
  useCurrentUser,
  useRefreshUsers,
  useUpdateUser,
} from '../accounts.users.queries.ts';
import { t } from '../accounts.users.texts.ts';
import { t as account } from './accounts.user.texts.ts';
import { useAuthority } from './use-authority.ts';
import { labelOf, normal, textOf, USER_PARTS, valuesOf } from './user-values.ts';

/** Edits an account. */
export function UserForm({ user }: { user: UserPublic }) {
  const { id } = user;
  const me = useCurrentUser();
  const adopt = useAdoptUser();
  const refresh = useRefreshUsers();
  const { mutateAsync: update } = useUpdateUser();
  const [prompt, withPassword] = useWithPassword();
  const editing = useVersionedForm({
    saved: user,
    drafts: `${me.id}:users`,
    parts: USER_PARTS,
    rules: { email: emailRule, full_name: optionalNameRule },
    valuesOf,
    normal,
    read: async () => adopt(await readUser(id)),
    async save(values, version) {
      const body = { ...values, full_name: values.full_name.trim() || null, version };
      const saved = await withPassword(t.passwordAgain, () => update({ params: { user_id: id }, body }));
      void refresh();
      return adopt(saved.body);
    },
    onSaved: () => toastSuccess(account.saved),
  });
  const { form, isBusy, isDirty } = editing;
  const isReadOnly = !useAuthority(user)('members.write');

  return (
    <Panel title={account.profile} text={account.profileText}>
      <form onSubmit={editing.onSubmit} noValidate>
        <Stack maw="30rem">
          <DraftNotice draft={editing} />
          <TextInput
            label={t.fullName}
            readOnly={isReadOnly}
            dir="auto"
            autoComplete="off"
            {...form.getInputProps('full_name')}
          />
          <TextInput
            label={t.email}
            type="email"
            autoComplete="off"
            required
            readOnly={isReadOnly}
            {...form.getInputProps('email')}
          />
          <Select
            label={t.language}
            options={LOCALES.map((value) => ({ value, label: t[value] }))}
            disabled={isReadOnly}
            value={form.values.locale}
            onChange={(locale) => form.setFieldValue('locale', locale)}
          />
          {!isReadOnly && (
            <Group gap="xs">
              <Button type="submit" loading={isBusy} disabled={!isDirty}>
                {account.save}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      {prompt}
      <VersionedFormDialogs
        editing={editing}
        title={account.conflictTitle}
        labelOf={labelOf}
        textOf={textOf}
      />
    </Panel>
  );
}

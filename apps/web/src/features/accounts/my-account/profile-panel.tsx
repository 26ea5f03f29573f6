import { isSame, mergeFields } from '@agora/contract/shared/merge';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { usePasswordPrompt } from '../../../components/use-password-prompt.tsx';
import { emailRule, optionalNameRule } from '../../../platform/account-rules.ts';
import { toastAccountSuccess } from '../../../platform/toast.ts';
import { useDraft } from '../../../platform/use-draft.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useCurrentUser, useRefreshUsers, useUpdateMe } from '../accounts.users.queries.ts';
import { t as users } from '../accounts.users.texts.ts';
import { t as account } from '../users/accounts.user.texts.ts';
import { t } from './accounts.my-account.texts.ts';
import { PendingEmail } from './pending-email.tsx';

/** The user's own name and address; changing the address requires the password. */
export function ProfilePanel() {
  const me = useCurrentUser();
  const refresh = useRefreshUsers();
  const { mutateAsync: updateMe } = useUpdateMe();
  const [prompt, askPassword] = usePasswordPrompt();
  const stored = { full_name: me.full_name ?? '', email: me.email };
  const form = useForm({
    initialValues: stored,
    validate: { email: emailRule, full_name: optionalNameRule },
  });
  const draft = useDraft(`${me.id}:profile`, form);
  const mergeStored = useEffectEvent(() => {
    const { merged } = mergeFields(form.getInitialValues(), form.getValues(), stored);
    form.setInitialValues(stored);
    form.setValues(merged);
  });
  // After a change in another window or by a colleague.
  useEffect(() => mergeStored(), [stored.full_name, stored.email]);

  const { isBusy, save, onSubmit } = useSubmit(form, async (values) => {
    const { full_name, email } = values;
    const isNewAddress = email.trim() !== me.email;
    if (isNewAddress && !(await askPassword(t.emailPrompt(email.trim())))) return;
    const body = { full_name: full_name.trim() || null, ...(isNewAddress && { email: email.trim() }) };
    const { body: saved } = await updateMe({ body });
    // If the form was edited during the request, keeps all of it: fields may depend on each other.
    const typed = form.getValues();
    const fresh = { full_name: saved.full_name ?? '', email: saved.email };
    form.setInitialValues(fresh);
    form.setValues(isSame(typed, values) ? fresh : typed);
    if (!form.isDirty()) draft.forget();
    toastAccountSuccess(account.saved);
    await refresh();
  });

  return (
    <Panel title={t.myProfileTitle} text={t.myProfileText}>
      {me.pending_email && <PendingEmail email={me.pending_email} />}
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <DraftNotice draft={draft} />
          <TextInput
            label={users.fullName}
            dir="auto"
            autoComplete="name"
            {...form.getInputProps('full_name')}
          />
          <TextInput
            label={users.email}
            type="email"
            autoComplete="email"
            required
            {...form.getInputProps('email')}
          />
          <Group gap="xs">
            <Button type="submit" loading={isBusy} disabled={!form.isDirty()}>
              {account.save}
            </Button>
          </Group>
        </Stack>
      </form>
      {prompt}
      <UnsavedGuard isDirty={form.isDirty()} onLeave={draft.forget} onSave={save} />
    </Panel>
  );
}

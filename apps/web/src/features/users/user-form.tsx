import { contract } from 'virtual:contract';
import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { DraftNotice } from '../../components/draft-notice.tsx';
import { Field } from '../../components/field.tsx';
import { Panel } from '../../components/panel.tsx';
import { Select } from '../../components/select.tsx';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { useWithPassword } from '../../components/use-password-prompt.tsx';
import { emailRule, optionalNameRule } from '../../platform/account-rules.ts';
import { call } from '../../platform/api.ts';
import { useDraft } from '../../platform/draft.ts';
import { hasCode } from '../../platform/errors.ts';
import { fillForm } from '../../platform/fill-form.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useForm } from '../../platform/use-form.ts';
import { useSubmit } from '../../platform/use-submit.tsx';
import { type UserValues, valuesOf } from './user-values.ts';
import classes from './users.module.css';
import { useCurrentUser, useRefreshUsers, userKeys } from './users.queries.ts';
import { t } from './users.texts.ts';

const ConflictModal = lazy(() => import('./conflict-modal.tsx'));

/** Edits an account. When somebody else was faster, nothing is overwritten before it is decided. */
export function UserForm({ user }: { user: UserPublic }) {
  const me = useCurrentUser();
  const queryClient = useQueryClient();
  const refresh = useRefreshUsers();
  const [prompt, withPassword] = useWithPassword();
  /** The version that the form was filled from: later ones are news to whoever types in it. */
  const [base, setBase] = useState(user);
  const [theirs, setTheirs] = useState<UserPublic>();
  const form = useForm({
    initialValues: valuesOf(user),
    validate: { email: emailRule, full_name: optionalNameRule },
  });
  const { isRestored, forget } = useDraft(`${me.id}:users/${user.id}`, form, { base, onRestore: setBase });

  if (user.version > base.version && !form.isDirty()) fillFrom(user);

  function fillFrom(fresh: UserPublic, sent?: UserValues): void {
    setBase(fresh);
    fillForm(form, valuesOf(fresh), sent);
  }

  async function save(values: UserValues, version: number): Promise<void> {
    const body = { ...values, full_name: values.full_name.trim() || null, version };
    const saved = await withPassword(t.passwordAgain, () =>
      call(contract.users.updateUser, { params: { user_id: user.id }, body }),
    );
    fillFrom(saved, values);
    if (!form.isDirty()) forget();
    queryClient.setQueryData(userKeys.one(user.id), { status: 200, body: saved, headers: new Headers() });
    toastSuccess(t.saved);
    await refresh();
  }

  async function showConflict(): Promise<void> {
    try {
      setTheirs(await call(contract.users.readUserById, { params: { user_id: user.id } }));
    } catch (error) {
      toastError(error);
    }
    await queryClient.invalidateQueries({ queryKey: userKeys.one(user.id) });
  }

  const { isBusy, onSubmit } = useSubmit(
    form,
    (values) => save(values, base.version),
    (error) => {
      if (hasCode(error, 'version_conflict')) void showConflict();
      else toastError(error);
    },
  );
  const discard = () => {
    forget();
    fillFrom(user);
  };

  return (
    <Panel title={t.profile} text={t.profileText}>
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        {isRestored && form.isDirty() && <DraftNotice onDiscard={discard} />}
        <Field label={t.fullName} dir="auto" autoComplete="off" {...form.getInputProps('full_name')} />
        <Field label={t.email} type="email" autoComplete="off" required {...form.getInputProps('email')} />
        <Select
          label={t.language}
          options={LOCALES.map((value) => ({ value, label: t[value] }))}
          value={form.values.locale}
          onChange={(locale) => form.setFieldValue('locale', locale)}
        />
        <div className={classes.row}>
          <Button type="submit" loading={isBusy} disabled={!form.isDirty()}>
            {t.save}
          </Button>
        </div>
      </form>
      {prompt}
      <UnsavedGuard isDirty={form.isDirty()} onLeave={forget} />
      {theirs && (
        <Suspense>
          <ConflictModal
            mine={form.getValues()}
            theirs={valuesOf(theirs)}
            changedAt={theirs.updated_at}
            onClose={() => setTheirs(undefined)}
            onKeepMine={() => {
              setTheirs(undefined);
              void save(form.getValues(), theirs.version).catch(toastError);
            }}
            onTakeTheirs={() => {
              setTheirs(undefined);
              forget();
              fillFrom(theirs);
            }}
          />
        </Suspense>
      )}
    </Panel>
  );
}

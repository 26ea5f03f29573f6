import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Panel } from '../../../components/panel.tsx';
import { useConfirm } from '../../../components/use-confirm.tsx';
import { usePasswordPrompt, useWithPassword } from '../../../components/use-password-prompt.tsx';
import { formatMoment } from '../../../platform/dates.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useRecoverPassword } from '../accounts.login.queries.ts';
import {
  useCreateInvitationLink,
  useCurrentUser,
  useReactivateUser,
  useRefreshUsers,
  useSendInvitation,
  useSignOutUser,
  useUpdateUser,
  useUsers,
} from '../accounts.users.queries.ts';
import { t as users } from '../accounts.users.texts.ts';
import { t } from './accounts.user.texts.ts';
import { DeactivateModal } from './deactivate-modal.tsx';
import { LinkModal } from './link-modal.tsx';

/** Reason why a user cannot be demoted or deactivated; undefined if they can. */
export function useProtection(user: UserPublic): string | undefined {
  const me = useCurrentUser();
  const isActiveAdmin = user.is_superuser && user.is_active;
  const activeAdmins = { is_superuser: true, status: 'active', limit: 0 } as const;
  const { data } = useUsers(activeAdmins, { isOn: isActiveAdmin });
  if (isActiveAdmin && data?.body.count === 1) return t.lastAdmin;
  return user.id === me.id ? t.ownAccount : undefined;
}

/** Permissions and sessions of a user. */
export function UserAccess({ user }: { user: UserPublic }) {
  const name = nameOf(user);
  const params = { user_id: user.id };
  const protection = useProtection(user);
  const refresh = useRefreshUsers();
  const { mutateAsync: updateUser } = useUpdateUser();
  const { mutateAsync: signOutUser } = useSignOutUser();
  const { mutateAsync: reactivateUser } = useReactivateUser();
  const { mutateAsync: createLink } = useCreateInvitationLink();
  const { mutateAsync: sendInvitation } = useSendInvitation();
  const { mutateAsync: recoverPassword } = useRecoverPassword();
  const [confirmDialog, confirm] = useConfirm();
  const [passwordDialog, askPassword] = usePasswordPrompt();
  const [withPasswordDialog, withPassword] = useWithPassword();
  const [link, setLink] = useState<string>();
  const [isDeactivating, setDeactivating] = useState(false);

  const [isBusy, run] = useBusy(async (action: () => Promise<void>) => {
    await action().catch(toastError);
    await refresh();
  });

  async function changeRole(): Promise<void> {
    const isSure = user.is_superuser
      ? await confirm({ title: t.demoteTitle(name), text: t.demoteText, action: t.demote, isDangerous: true })
      : await askPassword(t.promoteText(name));
    if (!isSure) return;
    await updateUser({ params, body: { is_superuser: !user.is_superuser } });
    toastSuccess(user.is_superuser ? t.demoted(name) : t.promoted(name));
  }

  async function signOut(): Promise<void> {
    if (!(await confirm({ title: users.signOutTitle(name), text: users.signOutText, action: t.signOut })))
      return;
    await signOutUser({ params });
    toastSuccess(t.signedOut);
  }

  async function reactivate(open: () => Promise<unknown>): Promise<void> {
    await withPassword(users.passwordAgain, open);
    toastSuccess(users.reactivateDone(1, name));
  }

  const undo = (version: number) =>
    void run(() => reactivate(() => updateUser({ params, body: { is_active: true, version } })));

  const button = (label: string, action: () => Promise<void>, isDisabled = false) => (
    <Button variant="default" disabled={isBusy || isDisabled} onClick={() => void run(action)}>
      {label}
    </Button>
  );

  const roleHint = protection ?? (user.is_superuser ? t.isAdminHint : undefined);

  return (
    <Panel title={t.access} text={t.accessText}>
      {user.invitation_expires_at && (
        <Row text={invitationText(user.invitation_expires_at)}>
          {button(t.copyLink, async () => {
            const { body } = await withPassword(users.passwordAgain, () => createLink({ params }));
            setLink(body.url);
          })}
          {button(t.resendInvitation, async () => {
            await sendInvitation({ params });
            toastSuccess(t.invitationSent);
          })}
        </Row>
      )}
      <Row text={t.isAdmin} {...(roleHint && { hint: roleHint })}>
        {button(
          user.is_superuser ? t.demote : t.promote,
          changeRole,
          user.is_superuser && protection !== undefined,
        )}
      </Row>
      <Row text={t.passwordTitle}>
        {button(t.sendReset, async () => {
          await recoverPassword({ params: { email: user.email } });
          toastSuccess(t.resetSent);
        })}
        {button(t.signOut, signOut)}
      </Row>
      <Row text={users.status} {...(protection && user.is_active && { hint: protection })}>
        {user.is_active ? (
          <Button
            variant="default"
            disabled={isBusy || protection !== undefined}
            onClick={() => setDeactivating(true)}
          >
            {users.deactivate}
          </Button>
        ) : (
          button(users.reactivate, () => reactivate(() => reactivateUser({ params })))
        )}
      </Row>
      <Row text={t.itemsTab}>
        <Button variant="default" component={Link} to={`/items?owner_id=${user.id}`}>
          {t.showItems}
        </Button>
      </Row>
      {confirmDialog}
      {passwordDialog}
      {withPasswordDialog}
      {link && <LinkModal url={link} onClose={() => setLink(undefined)} />}
      {isDeactivating && <DeactivateModal user={user} onClose={() => setDeactivating(false)} onUndo={undo} />}
    </Panel>
  );
}

const invitationText = (expires: string) =>
  new Date(expires) > new Date() ? t.invitedText(formatMoment(expires)) : t.invitationExpiredText;

function Row({ text, hint, children }: { text: string; hint?: string; children: ReactNode }) {
  return (
    <Group justify="space-between" py="sm" gap="xs">
      <div>
        <p>{text}</p>
        {hint && (
          <Text c="dimmed" size="xs">
            {hint}
          </Text>
        )}
      </div>
      <Group gap="xs">{children}</Group>
    </Group>
  );
}

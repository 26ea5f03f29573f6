import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { can } from '@agora/contract/shared/permissions';
import { Button, Menu } from '@mantine/core';
import { IconFileZip, IconKey, IconListDetails, IconLogout, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { MoreMenu } from '../../../components/more-menu.tsx';
import { useConfirm } from '../../../components/use-confirm.tsx';
import { useWithPassword } from '../../../components/use-password-prompt.tsx';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useRequestDataExport } from '../../data-exports/data-exports.queries.ts';
import { useRecoverPassword } from '../accounts.login.queries.ts';
import {
  useCan,
  useCurrentUser,
  useReactivateUser,
  useRefreshUsers,
  useSignOutUser,
  useUpdateUser,
  useUsers,
} from '../accounts.users.queries.ts';
import { t as users } from '../accounts.users.texts.ts';
import { t } from './accounts.user.texts.ts';
import { DeactivateModal } from './deactivate-modal.tsx';
import { useAuthority } from './use-authority.ts';

/** Reason why a user cannot be demoted or deactivated; undefined if they can. */
export function useProtection(user: UserPublic): string | undefined {
  const me = useCurrentUser();
  const isActiveAdmin = user.is_superuser && user.is_active && can(me, 'team.read');
  const activeAdmins = { is_superuser: true, status: 'active', limit: 0 } as const;
  const { data } = useUsers(activeAdmins, { isOn: isActiveAdmin });
  if (isActiveAdmin && data?.body.count === 1) return t.lastAdmin;
  return user.id === me.id ? t.ownAccount : undefined;
}

/** Runs an action on an account, and then reloads it. */
export function useUserAction() {
  const refresh = useRefreshUsers();
  return useBusy(async (action: () => Promise<void>) => {
    await action().catch(toastError);
    await refresh();
  });
}

/** Menu of the actions on an account. */
export function UserActions({ user }: { user: UserPublic }) {
  const name = nameOf(user);
  const params = { user_id: user.id };
  const protection = useProtection(user);
  const { mutateAsync: updateUser } = useUpdateUser();
  const { mutateAsync: signOutUser } = useSignOutUser();
  const { mutateAsync: recoverPassword } = useRecoverPassword();
  const { mutateAsync: requestExport } = useRequestDataExport();
  const [confirmDialog, confirm] = useConfirm();
  const [passwordDialog, withPassword] = useWithPassword();
  const [isDeactivating, setDeactivating] = useState(false);
  const [isBusy, run] = useUserAction();
  const mayDo = useAuthority(user);
  const maySeeItems = useCan('items.read');

  async function sendReset(): Promise<void> {
    await recoverPassword({ params: { email: user.email } });
    toastSuccess(t.resetSent);
  }

  async function signOut(): Promise<void> {
    if (!(await confirm({ title: users.signOutTitle(name), text: users.signOutText, action: t.signOut })))
      return;
    await signOutUser({ params });
    toastSuccess(t.signedOut);
  }

  async function sendData(): Promise<void> {
    if (!(await confirm({ title: t.sendDataTitle(name), text: t.sendDataText, action: t.sendData }))) return;
    await withPassword(users.passwordAgain, () => requestExport({ params }));
    toastSuccess(t.dataSent(name));
  }

  async function undoDeactivation(version: number): Promise<void> {
    await withPassword(users.passwordAgain, () => updateUser({ params, body: { is_active: true, version } }));
    toastSuccess(users.reactivateDone(1, name));
  }

  const MENU = ['members.write', 'members.export', 'members.deactivate'] as const;
  if (!maySeeItems && !MENU.some((permission) => mayDo(permission))) return null;
  return (
    <>
      <MoreMenu disabled={isBusy}>
        {maySeeItems && (
          <Menu.Item
            leftSection={<IconListDetails size={16} aria-hidden />}
            component={Link}
            to={`/items?owner_id=${user.id}`}
          >
            {t.showItems}
          </Menu.Item>
        )}
        {mayDo('members.write') && (
          <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => void run(sendReset)}>
            {t.sendReset}
          </Menu.Item>
        )}
        {mayDo('members.export') && (
          <Menu.Item leftSection={<IconFileZip size={16} aria-hidden />} onClick={() => void run(sendData)}>
            {t.sendData}
          </Menu.Item>
        )}
        {mayDo('members.deactivate') && (
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void run(signOut)}>
            {t.signOut}
          </Menu.Item>
        )}
        {user.is_active && mayDo('members.deactivate') && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconUserOff size={16} aria-hidden />}
              c="var(--danger-ink)"
              disabled={protection !== undefined}
              onClick={() => setDeactivating(true)}
            >
              {users.deactivate}
            </Menu.Item>
            {protection && (
              <Menu.Label maw="18rem" fw={400}>
                {protection}
              </Menu.Label>
            )}
          </>
        )}
      </MoreMenu>
      {confirmDialog}
      {passwordDialog}
      {isDeactivating && (
        <DeactivateModal
          user={user}
          onClose={() => setDeactivating(false)}
          onUndo={(version) => void run(() => undoDeactivation(version))}
        />
      )}
    </>
  );
}

/** Ends a deactivation. */
export function ReactivateButton({ user }: { user: UserPublic }) {
  const { mutateAsync: reactivateUser } = useReactivateUser();
  const [passwordDialog, withPassword] = useWithPassword();
  const [isBusy, run] = useUserAction();
  const mayDo = useAuthority(user);
  if (!mayDo('members.deactivate')) return null;

  async function reactivate(): Promise<void> {
    await withPassword(users.passwordAgain, () => reactivateUser({ params: { user_id: user.id } }));
    toastSuccess(users.reactivateDone(1, nameOf(user)));
  }

  return (
    <>
      <Button variant="default" disabled={isBusy} onClick={() => void run(reactivate)}>
        {users.reactivate}
      </Button>
      {passwordDialog}
    </>
  );
}

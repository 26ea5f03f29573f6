import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { Button, Group } from '@mantine/core';
import { Panel } from '../../../components/panel.tsx';
import { useConfirm } from '../../../components/use-confirm.tsx';
import { useWithPassword } from '../../../components/use-password-prompt.tsx';
import { leaveAfter, useNavigateAway } from '../../../platform/leaving.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { countItems } from '../../items/items.queries.ts';
import { useDeleteUser, useEraseUser, useRefreshUsers } from '../accounts.users.queries.ts';
import { t } from '../accounts.users.texts.ts';
import { ErasureKept } from '../erasure-kept-panel.tsx';
import { t as account } from './accounts.user.texts.ts';
import { useAuthority } from './use-authority.ts';
import { useProtection } from './user-actions.tsx';

/** Moves an account to the trash or deletes it permanently. */
export function UserDanger({ user, listPath }: { user: UserPublic; listPath: string }) {
  const name = nameOf(user);
  const params = { user_id: user.id };
  const protection = useProtection(user);
  const leaveTo = useNavigateAway();
  const refresh = useRefreshUsers();
  const [dialog, confirm] = useConfirm();
  const [prompt, withPassword] = useWithPassword();
  const { mutateAsync: deleteUser } = useDeleteUser();
  const { mutateAsync: eraseUser } = useEraseUser();
  const mayDelete = useAuthority(user)('members.administer');
  const countOwned = async () => account.items(await countItems({ owner_id: user.id }));

  const [isBusy, run] = useBusy(async (action: () => Promise<void>) => {
    await action().catch(toastError);
  });

  const leave = (work: () => Promise<unknown>, done: string) =>
    leaveAfter(async () => {
      await work();
      toastSuccess(done);
      await leaveTo(listPath);
      await refresh();
    });

  async function remove(): Promise<void> {
    const isSure = await confirm({
      title: account.deleteOneTitle(name),
      text: account.deleteOneText(await countOwned()),
      action: t.delete,
      isDangerous: true,
    });
    if (isSure) await leave(() => deleteUser({ params }), t.deleteDone(1, name));
  }

  async function erase(): Promise<void> {
    const isSure = await confirm({
      title: account.eraseOneTitle(name),
      text: (
        <>
          {account.eraseOneText(await countOwned())}
          <ErasureKept />
        </>
      ),
      action: t.erase,
      isDangerous: true,
      requiredWord: t.eraseWord,
    });
    if (!isSure) return;
    await leave(() => withPassword(t.passwordAgain, () => eraseUser({ params })), t.eraseDone(1, name));
  }

  if (!mayDelete) return null;
  return (
    <Panel title={account.dangerZone} text={protection ?? account.dangerText} tone="danger">
      <Group gap="xs">
        <Button
          color="var(--danger-ink)"
          variant="outline"
          disabled={isBusy || protection !== undefined}
          onClick={() => void run(remove)}
        >
          {t.delete}
        </Button>
        <Button
          color="var(--danger-ink)"
          variant="subtle"
          disabled={isBusy || protection !== undefined}
          onClick={() => void run(erase)}
        >
          {t.erase}
        </Button>
      </Group>
      {dialog}
      {prompt}
    </Panel>
  );
}

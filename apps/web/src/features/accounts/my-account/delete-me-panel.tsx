import { Button } from '@mantine/core';
import { Panel } from '../../../components/panel.tsx';
import { useConfirm } from '../../../components/use-confirm.tsx';
import { usePasswordPrompt } from '../../../components/use-password-prompt.tsx';
import { signOut } from '../../../platform/sign-out.ts';
import { toastError } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useCurrentUser, useDeleteMe } from '../accounts.users.queries.ts';
import { t } from './accounts.my-account.texts.ts';

/** Deletes the user's own account after a typed word and the password. Superusers see why they cannot. */
export function DeleteMePanel() {
  const { is_superuser } = useCurrentUser();
  const { mutateAsync: deleteMe } = useDeleteMe();
  const [dialog, confirm] = useConfirm();
  const [prompt, askPassword] = usePasswordPrompt();
  const [isBusy, remove] = useBusy(async () => {
    const isSure = await confirm({
      title: t.deleteMe,
      text: t.deleteMeText,
      action: t.deleteMe,
      isDangerous: true,
      requiredWord: t.deleteMeWord,
    });
    if (!isSure || !(await askPassword(t.deleteMePassword))) return;
    try {
      await deleteMe({});
      signOut();
    } catch (error) {
      toastError(error);
    }
  });
  return (
    <Panel title={t.deleteMe} text={is_superuser ? t.deleteMeAdmin : t.deleteMeText} tone="danger">
      <Button
        color="var(--danger-ink)"
        variant="outline"
        disabled={is_superuser}
        loading={isBusy}
        onClick={() => void remove()}
      >
        {t.deleteMe}
      </Button>
      {dialog}
      {prompt}
    </Panel>
  );
}

import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { useConfirm } from '../../../components/use-confirm.tsx';
import { usePasswordPrompt, useWithPassword } from '../../../components/use-password-prompt.tsx';
import { formatMoment } from '../../../platform/dates.ts';
import { toastSuccess } from '../../../platform/toast.ts';
import { useCreateInvitationLink, useSendInvitation, useUpdateUser } from '../accounts.users.queries.ts';
import { t as users } from '../accounts.users.texts.ts';
import { t } from './accounts.user.texts.ts';
import { LinkModal } from './link-modal.tsx';
import { useProtection, useUserAction } from './user-actions.tsx';

/** Invitation and permissions of a user. */
export function UserAccess({ user }: { user: UserPublic }) {
  const name = nameOf(user);
  const params = { user_id: user.id };
  const protection = useProtection(user);
  const { mutateAsync: updateUser } = useUpdateUser();
  const { mutateAsync: createLink } = useCreateInvitationLink();
  const { mutateAsync: sendInvitation } = useSendInvitation();
  const [confirmDialog, confirm] = useConfirm();
  const [passwordDialog, askPassword] = usePasswordPrompt();
  const [withPasswordDialog, withPassword] = useWithPassword();
  const [link, setLink] = useState<string>();
  const [isBusy, run] = useUserAction();

  async function changeRole(): Promise<void> {
    const isSure = user.is_superuser
      ? await confirm({ title: t.demoteTitle(name), text: t.demoteText, action: t.demote, isDangerous: true })
      : await askPassword(t.promoteText(name));
    if (!isSure) return;
    await updateUser({ params, body: { is_superuser: !user.is_superuser } });
    toastSuccess(user.is_superuser ? t.demoted(name) : t.promoted(name));
  }

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
      {confirmDialog}
      {passwordDialog}
      {withPasswordDialog}
      {link && <LinkModal url={link} onClose={() => setLink(undefined)} />}
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

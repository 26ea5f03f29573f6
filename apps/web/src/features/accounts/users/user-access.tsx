import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { Role } from '@agora/contract/features/accounts/accounts.roles.schema';
import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { can, isTeam } from '@agora/contract/shared/permissions';
import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { Select } from '../../../components/select.tsx';
import { useConfirm } from '../../../components/use-confirm.tsx';
import { usePasswordPrompt, useWithPassword } from '../../../components/use-password-prompt.tsx';
import { formatDate, formatMoment } from '../../../platform/dates.ts';
import { toastSuccess } from '../../../platform/toast.ts';
import { useResetSecondFactor, useUnlinkProvider } from '../accounts.second-factor.queries.ts';
import {
  useCreateInvitationLink,
  useCurrentUser,
  useSendInvitation,
  useUpdateUser,
} from '../accounts.users.queries.ts';
import { t as users } from '../accounts.users.texts.ts';
import { roleNameOf } from '../roles/role-names.ts';
import { useRoles } from '../roles/roles.queries.ts';
import { t } from './accounts.user.texts.ts';
import { LinkModal } from './link-modal.tsx';
import { useAuthority } from './use-authority.ts';
import { useProtection, useUserAction } from './user-actions.tsx';

/** Invitation and permissions of a user. */
export function UserAccess({ user }: { user: UserPublic }) {
  const name = nameOf(user);
  const params = { user_id: user.id };
  const protection = useProtection(user);
  const { mutateAsync: updateUser } = useUpdateUser();
  const { mutateAsync: createLink } = useCreateInvitationLink();
  const { mutateAsync: sendInvitation } = useSendInvitation();
  const { mutateAsync: resetSecondFactor } = useResetSecondFactor();
  const { mutateAsync: unlinkProvider } = useUnlinkProvider();
  const [confirmDialog, confirm] = useConfirm();
  const [passwordDialog, askPassword] = usePasswordPrompt();
  const [withPasswordDialog, withPassword] = useWithPassword();
  const [link, setLink] = useState<string>();
  const [isBusy, run] = useUserAction();

  async function toggleSuperuser(): Promise<void> {
    const isSure = user.is_superuser
      ? await confirm({ title: t.demoteTitle(name), text: t.demoteText, action: t.demote, isDangerous: true })
      : await askPassword(t.promoteText(name));
    if (!isSure) return;
    await updateUser({ params, body: { is_superuser: !user.is_superuser } });
    toastSuccess(user.is_superuser ? t.demoted(name) : t.promoted(name));
  }

  async function resetFactor(): Promise<void> {
    const question = {
      title: t.resetSecondFactorTitle(name),
      text: t.resetSecondFactorText,
      action: t.resetSecondFactor,
      isDangerous: true,
    };
    if (!(await confirm(question))) return;
    await withPassword(users.passwordAgain, () => resetSecondFactor({ params }));
    toastSuccess(t.secondFactorReset(name));
  }

  async function unlink(): Promise<void> {
    const question = { title: t.unlinkTitle(name), text: t.unlinkText, action: t.unlink, isDangerous: true };
    if (!(await confirm(question))) return;
    await withPassword(users.passwordAgain, () => unlinkProvider({ params }));
    toastSuccess(t.unlinked(name));
  }

  const button = (label: string, action: () => Promise<void>, isDisabled = false) => (
    <Button variant="default" disabled={isBusy || isDisabled} onClick={() => void run(action)}>
      {label}
    </Button>
  );

  const byProvider = user.is_role_from_oidc ? t.roleFromProvider : undefined;
  const roleHint = byProvider ?? protection ?? (user.is_superuser ? t.isAdminHint : undefined);
  const me = useCurrentUser();
  const mayDo = useAuthority(user);
  const mayInvite = user.invitation_expires_at !== null && mayDo('members.write');
  if (!mayInvite && !can(me, 'team.administer')) return null;

  return (
    <Panel title={t.access} text={t.accessText}>
      {mayInvite && user.invitation_expires_at && (
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
      {!user.is_superuser && can(me, 'team.administer') && <RoleChoice user={user} />}
      {me.is_superuser && (
        <Row text={t.isAdmin} {...(roleHint && { hint: roleHint })}>
          {button(
            user.is_superuser ? t.demote : t.promote,
            toggleSuperuser,
            user.is_role_from_oidc || (user.is_superuser && protection !== undefined),
          )}
        </Row>
      )}
      {isTeam(user) && (
        <Row
          text={t.secondFactor}
          hint={
            user.second_factor_at ? t.secondFactorSince(formatDate(user.second_factor_at)) : t.noSecondFactor
          }
        >
          {user.second_factor_at &&
            me.is_superuser &&
            user.id !== me.id &&
            button(t.resetSecondFactor, resetFactor)}
        </Row>
      )}
      {user.oidc_linked_at && (
        <Row text={t.provider} hint={t.providerSince(formatDate(user.oidc_linked_at))}>
          {me.is_superuser && user.id !== me.id && button(t.unlink, unlink)}
        </Row>
      )}
      {confirmDialog}
      {passwordDialog}
      {withPasswordDialog}
      {link && <LinkModal url={link} onClose={() => setLink(undefined)} />}
    </Panel>
  );
}

const invitationText = (expires: string) =>
  new Date(expires) > new Date() ? t.invitedText(formatMoment(expires)) : t.invitationExpiredText;

/** The role of an account; without one it is a member’s. */
function RoleChoice({ user }: { user: UserPublic }) {
  const me = useCurrentUser();
  const name = nameOf(user);
  const mayTakeAway = useAuthority(user)('team.administer');
  const roles = useRoles().data?.body.data ?? [];
  const { mutateAsync: updateUser } = useUpdateUser();
  const [prompt, withPassword] = useWithPassword();
  const [isBusy, run] = useUserAction();
  const isGrantable = ({ permissions }: Role) => permissions.every((permission) => can(me, permission));

  async function give(role_id: string | null): Promise<void> {
    const role = roles.find(({ id }) => id === role_id);
    await withPassword(users.passwordAgain, () =>
      updateUser({ params: { user_id: user.id }, body: { role_id } }),
    );
    toastSuccess(role ? t.roleGiven(name, roleNameOf(role)) : t.roleTaken(name));
  }

  return (
    <Row text={t.role} hint={user.is_role_from_oidc ? t.roleFromProvider : t.roleHint}>
      <Select
        aria-label={t.role}
        disabled={isBusy || user.is_role_from_oidc || (user.role_id !== null && !mayTakeAway)}
        value={user.role_id ?? ''}
        options={[
          { value: '', label: t.noRole },
          ...roles
            .filter((role) => isGrantable(role) || role.id === user.role_id)
            .map((role) => ({ value: role.id, label: roleNameOf(role) })),
        ]}
        onChange={(id) => void run(() => give(id || null))}
      />
      {prompt}
    </Row>
  );
}

function Row({ text, hint, children }: { text: string; hint?: string; children?: ReactNode }) {
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

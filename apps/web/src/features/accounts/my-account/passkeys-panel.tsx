import type { Passkey } from '@agora/contract/features/accounts/accounts.passkeys.schema';
import { isTeam } from '@agora/contract/shared/permissions';
import { Box, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Loaded } from '../../../components/loaded.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Panel } from '../../../components/panel.tsx';
import { RowButton } from '../../../components/row-button.tsx';
import { useConfirm } from '../../../components/use-confirm.tsx';
import { useWithPassword } from '../../../components/use-password-prompt.tsx';
import { hasCode } from '../../../platform/api-error.ts';
import { hasPasskeys } from '../../../platform/passkeys.ts';
import { toastAccountSuccess, toastError } from '../../../platform/toast.ts';
import { useDeletePasskey, usePasskeys, useRenamePasskey } from '../accounts.passkeys.queries.ts';
import { useCurrentUser, useRefreshUsers } from '../accounts.users.queries.ts';
import { t } from './accounts.passkeys.texts.ts';
import { AddPasskey, NameDialog } from './add-passkey.tsx';

/** The passkeys of somebody of the team, where second factors are offered. */
export function PasskeysPanel() {
  const me = useCurrentUser();
  return isTeam(me) && me.second_factor_policy !== 'off' ? <Passkeys /> : null;
}

function Passkeys() {
  const me = useCurrentUser();
  const query = usePasskeys();
  const refresh = useRefreshUsers();
  return (
    <Panel title={t.title} text={t.text}>
      <Stack>
        <Loaded query={query} height={60}>
          {({ body: { data: passkeys } }) => (
            <>
              {passkeys.length === 0 && <p>{t.none}</p>}
              <Stack gap={0} component="ul" className="rows">
                {passkeys.map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} />
                ))}
              </Stack>
              {passkeys.length === 1 && !me.second_factors.includes('code') && (
                <Text c="dimmed">{t.keepAnother}</Text>
              )}
            </>
          )}
        </Loaded>
        {hasPasskeys() ? (
          <div>
            <AddPasskey onAdded={() => void refresh()} />
          </div>
        ) : (
          <Text c="dimmed">{t.unsupported}</Text>
        )}
      </Stack>
    </Panel>
  );
}

function PasskeyRow({ passkey: { id, name, created_at, last_used_at } }: { passkey: Passkey }) {
  const refresh = useRefreshUsers();
  const { mutateAsync: renamePasskey } = useRenamePasskey();
  const { mutateAsync: deletePasskey } = useDeletePasskey();
  const [dialog, confirm] = useConfirm();
  const [prompt, withPassword] = useWithPassword();
  const [isNaming, setNaming] = useState(false);

  async function rename(value: string): Promise<void> {
    await renamePasskey({ params: { id }, body: { name: value } });
    setNaming(false);
    toastAccountSuccess(t.renamed);
    await refresh();
  }

  async function remove(): Promise<void> {
    const question = { title: t.removeTitle(name), text: t.removeText, action: t.remove, isDangerous: true };
    if (!(await confirm(question))) return;
    await withPassword(t.passwordAgain, () => deletePasskey({ params: { id } }));
    toastAccountSuccess(t.removed);
    await refresh();
  }

  const tell = (error: unknown) => {
    if (!hasCode(error, 'password_required')) toastError(error);
  };
  return (
    <Group component="li" justify="space-between" wrap="nowrap" py="sm">
      <Box style={{ overflowWrap: 'anywhere' }} miw={0}>
        <strong dir="auto">{name}</strong>
        <Text c="dimmed" size="xs">
          {t.created} <Moment at={created_at} format="date" /> ·{' '}
          {last_used_at ? (
            <>
              {t.lastUsed} <Moment at={last_used_at} format="relative" />
            </>
          ) : (
            t.unused
          )}
        </Text>
      </Box>
      <Group gap={0} wrap="nowrap" flex="none">
        <RowButton icon={IconPencil} label={t.renameOf(name)} onClick={() => setNaming(true)} />
        <RowButton icon={IconTrash} label={t.removeOf(name)} onClick={() => void remove().catch(tell)} />
      </Group>
      {isNaming && (
        <NameDialog title={t.rename} name={name} onClose={() => setNaming(false)} onSave={rename} />
      )}
      {dialog}
      {prompt}
    </Group>
  );
}

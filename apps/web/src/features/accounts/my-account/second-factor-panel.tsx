import { isTeam } from '@agora/contract/shared/permissions';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { useConfirm } from '../../../components/use-confirm.tsx';
import { useWithPassword } from '../../../components/use-password-prompt.tsx';
import { hasCode } from '../../../platform/api-error.ts';
import { formatDate } from '../../../platform/dates.ts';
import { toastAccountSuccess, toastError } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import {
  useRemoveSecondFactor,
  useRenewRecoveryCodes,
  useSecondFactor,
} from '../accounts.second-factor.queries.ts';
import { useCurrentUser, useRefreshUsers } from '../accounts.users.queries.ts';
import { t } from './accounts.second-factor.texts.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';

/** The second factor of somebody of the team, where it is offered. */
export function SecondFactorPanel() {
  const me = useCurrentUser();
  const refresh = useRefreshUsers();
  // Kept here: they outlive the form that got them, whose account is reloaded meanwhile.
  const [codes, setCodes] = useState<string[]>();
  if (!isTeam(me) || me.second_factor_policy === 'off') return null;
  const kept = () => {
    setCodes(undefined);
    void refresh();
  };
  return (
    <Panel title={t.title} text={me.second_factor_policy === 'required' ? `${t.text} ${t.required}` : t.text}>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={kept} />
      ) : me.second_factors.includes('code') ? (
        <ActiveFactor onCodes={setCodes} />
      ) : (
        <SecondFactorSetup onDone={setCodes} />
      )}
    </Panel>
  );
}

function ActiveFactor({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const me = useCurrentUser();
  const refresh = useRefreshUsers();
  const { data } = useSecondFactor({ isOn: true });
  const { mutateAsync: renewCodes } = useRenewRecoveryCodes();
  const { mutateAsync: removeFactor } = useRemoveSecondFactor();
  const [dialog, confirm] = useConfirm();
  const [prompt, withPassword] = useWithPassword();
  const [isBusy, run] = useBusy(async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      if (!hasCode(error, 'password_required')) toastError(error);
    }
  });

  async function renew(): Promise<void> {
    if (!(await confirm({ title: t.renewTitle, text: t.renewText, action: t.renewAction }))) return;
    const { body } = await withPassword(t.passwordAgain, () => renewCodes({}));
    onCodes(body.recovery_codes);
  }

  async function remove(): Promise<void> {
    const text = me.second_factors.includes('passkey') ? t.removeTextPasskeys : t.removeText;
    const question = { title: t.removeTitle, text, action: t.remove, isDangerous: true };
    if (!(await confirm(question))) return;
    await withPassword(t.passwordAgain, () => removeFactor({}));
    toastAccountSuccess(t.removed);
    await refresh();
  }

  return (
    <Stack>
      <p>
        {data?.body.second_factor_at && t.isOn(formatDate(data.body.second_factor_at))}{' '}
        {data && t.codesLeft(data.body.recovery_codes_left)}
      </p>
      <Group gap="xs">
        <Button variant="default" disabled={isBusy} onClick={() => void run(renew)}>
          {t.renew}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => void run(remove)}>
          {t.remove}
        </Button>
      </Group>
      {dialog}
      {prompt}
    </Stack>
  );
}

import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { hasCode } from '../../../platform/api-error.ts';
import {
  askForPasskey,
  hasPasskeys,
  isTurnedDown,
  stopPasskeys,
  suggestPasskeys,
  suggestsPasskeys,
} from '../../../platform/passkeys.ts';
import { loadPage, storeToken, takeReturnPath } from '../../../platform/session.ts';
import { toastError, toastWarning } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useLoginPasskey, useStartPasskeyLogin } from '../accounts.login.queries.ts';
import { t } from './accounts.login.texts.ts';

/** Suggestions are renewed before their challenge ends, which is after five minutes. */
const RENEWED_AFTER_MS = 4 * 60_000;

/** Answers to a passkey that was chosen. */
const REFUSALS = ['incorrect_passkey', 'invalid_challenge', 'inactive_user', 'too_many_requests'] as const;

/** Signs in with a passkey: by a button, and by the suggestions of the browser in the field of the address. */
export function PasskeyLogin() {
  const { mutateAsync: start } = useStartPasskeyLogin();
  const { mutateAsync: login } = useLoginPasskey();
  const [isOffered, setOffered] = useState(false);
  const isAsking = useRef(false);

  async function signIn(passkey: Awaited<ReturnType<typeof askForPasskey>>): Promise<void> {
    const { body } = await login({ body: { passkey } });
    storeToken(body.access_token);
    await loadPage(takeReturnPath());
  }

  const [isBusy, ask] = useBusy(async () => {
    isAsking.current = true;
    try {
      const { body: options } = await start({});
      await signIn(await askForPasskey(options));
    } catch (error) {
      if (isTurnedDown(error)) toastWarning(t.passkeyUnused);
      else toastError(error);
    } finally {
      isAsking.current = false;
    }
  });

  const suggest = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    if (isAsking.current) return;
    try {
      const { body: options } = await start({});
      if (signal.aborted) return;
      setOffered(true);
      if (!(await suggestsPasskeys()) || signal.aborted || isAsking.current) return;
      await signIn(await suggestPasskeys(options));
    } catch (error) {
      if (signal.aborted || isTurnedDown(error)) return;
      if (REFUSALS.some((code) => hasCode(error, code))) toastError(error);
      // Where only the options failed, the button tells why.
      setOffered(!hasCode(error, 'second_factor_off'));
    }
  });

  useEffect(() => {
    if (!hasPasskeys() || isBusy) return undefined;
    const shown = new AbortController();
    const renew = () => void suggest(shown.signal);
    renew();
    const timer = window.setInterval(renew, RENEWED_AFTER_MS);
    return () => {
      shown.abort();
      window.clearInterval(timer);
      if (!isAsking.current) stopPasskeys();
    };
  }, [isBusy]);

  if (!isOffered) return null;
  return (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconFingerprint size={17} aria-hidden />}
      onClick={() => void ask()}
    >
      {t.byPasskey}
    </Button>
  );
}

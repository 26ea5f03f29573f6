import { Button } from '@mantine/core';
import { tsr } from '../platform/client.ts';
import { askForPasskey, isTurnedDown } from '../platform/passkeys.ts';
import { toastError, toastWarning } from '../platform/toast.ts';
import { useBusy } from '../platform/use-busy.ts';
import { t } from './components.texts.ts';

/** Takes the place of the password before a sensitive action. */
export function PasskeyButton({ onVerified }: { onVerified: () => void }) {
  const { mutateAsync: start } = tsr.login.startPasskeyVerification.useMutation();
  const { mutateAsync: verify } = tsr.login.verifyPasskey.useMutation();
  const [isBusy, run] = useBusy(async () => {
    try {
      const { body: options } = await start({});
      await verify({ body: { passkey: await askForPasskey(options) } });
      onVerified();
    } catch (error) {
      if (isTurnedDown(error)) toastWarning(t.passkeyUnused);
      else toastError(error);
    }
  });
  return (
    <Button variant="default" loading={isBusy} onClick={() => void run()}>
      {t.passkeyAction}
    </Button>
  );
}

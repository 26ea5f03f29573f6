import { Button, Divider } from '@mantine/core';
import { openProvider, signInProvider } from '../../../platform/sign-in-provider.ts';
import { toastError } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useStartOidcLogin } from '../accounts.oidc.queries.ts';
import { t } from './accounts.oidc.texts.ts';

/** Signs in through the provider of the settings, if there is one. */
export function ProviderButton() {
  const { mutateAsync: start } = useStartOidcLogin();
  const [isBusy, signIn] = useBusy(async () => {
    try {
      openProvider((await start({})).body);
    } catch (error) {
      toastError(error);
    }
  });
  const provider = signInProvider();
  if (!provider) return null;
  return (
    <>
      <Divider label={t.or} />
      <Button
        variant="default"
        fullWidth
        h="auto"
        mih="2.25rem"
        py={6}
        styles={{ label: { whiteSpace: 'normal' } }}
        loading={isBusy}
        onClick={() => void signIn()}
      >
        {t.continueWith(provider)}
      </Button>
    </>
  );
}

import { Button } from '@mantine/core';
import { MAIN_ACTION } from '../../../components/main-action.ts';
import { useConfirmEmailChange } from '../accounts.login.queries.ts';
import { t } from './accounts.login.texts.ts';
import { LinkAction } from './link-action.tsx';

/** Target of the link in the mail to the new address. */
export function Page() {
  const { mutateAsync: confirm } = useConfirmEmailChange();
  // A full page load: the visitor may or may not be signed in.
  const toAccount = (
    <Button href="/settings" {...MAIN_ACTION} component="a">
      {t.toAccount}
    </Button>
  );
  return (
    <LinkAction
      title={t.confirmTitle}
      intro={t.confirmIntro}
      action={t.confirm}
      onConfirm={(token) => confirm({ body: { token } })}
      done={{ title: t.confirmDone, text: t.confirmDoneText, next: toAccount }}
      another={toAccount}
    />
  );
}

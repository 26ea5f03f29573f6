import { useConfirmEmailChange } from '../accounts.login.queries.ts';
import { t } from './accounts.recovery.texts.ts';
import { AccountLink, LinkAction } from './link-action.tsx';

/** Target of the link in the mail to the new address. */
export function Page() {
  const { mutateAsync: confirm } = useConfirmEmailChange();
  return (
    <LinkAction
      title={t.confirmTitle}
      intro={t.confirmIntro}
      action={t.confirm}
      onConfirm={(token) => confirm({ body: { token } })}
      done={{ title: t.confirmDone, text: t.confirmDoneText, next: <AccountLink /> }}
      alternative={<AccountLink />}
    />
  );
}

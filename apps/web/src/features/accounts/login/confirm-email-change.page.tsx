import { useConfirmEmailChange } from '../accounts.login.queries.ts';
import classes from './accounts.login.module.css';
import { t } from './accounts.login.texts.ts';
import { LinkAction } from './link-action.tsx';

/** Where the mail to the new address of an account leads. */
export function Page() {
  const { mutateAsync: confirm } = useConfirmEmailChange();
  // A page load: whoever comes here may be signed in, or not.
  const toAccount = (
    <a href="/settings" className={classes.action}>
      {t.toAccount}
    </a>
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

import { useUnsubscribe } from '../accounts.login.queries.ts';
import { t } from './accounts.unsubscribe.texts.ts';
import { AccountLink, LinkAction } from './link-action.tsx';

/** Target of the link below a weekly summary. */
export function Page() {
  const { mutateAsync: unsubscribe } = useUnsubscribe();
  return (
    <LinkAction
      title={t.title}
      intro={t.intro}
      action={t.action}
      onConfirm={(token) => unsubscribe({ query: { token }, body: { 'List-Unsubscribe': 'One-Click' } })}
      done={{ title: t.done, text: t.doneText, next: <AccountLink /> }}
      alternative={<AccountLink />}
    />
  );
}

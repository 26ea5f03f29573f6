import { Button } from '@mantine/core';
import { MAIN_ACTION } from '../../../components/main-action.ts';
import { useUnsubscribe } from '../accounts.login.queries.ts';
import { t } from './accounts.login.texts.ts';
import { t as own } from './accounts.unsubscribe.texts.ts';
import { LinkAction } from './link-action.tsx';

/** Target of the link below a weekly summary. */
export function Page() {
  const { mutateAsync: unsubscribe } = useUnsubscribe();
  // A full page load: the visitor may or may not be signed in.
  const toAccount = (
    <Button href="/settings" {...MAIN_ACTION} component="a">
      {t.toAccount}
    </Button>
  );
  return (
    <LinkAction
      title={own.title}
      intro={own.intro}
      action={own.action}
      onConfirm={(token) => unsubscribe({ query: { token }, body: { 'List-Unsubscribe': 'One-Click' } })}
      done={{ title: own.done, text: own.doneText, next: toAccount }}
      another={toAccount}
    />
  );
}

import { Button, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { MAIN_ACTION } from '../../../components/main-action.ts';
import { SubmitButton } from '../../../components/submit-button.tsx';
import { hasCode } from '../../../platform/api-error.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { toastError } from '../../../platform/toast.ts';
import { t } from './accounts.recovery.texts.ts';
import { BadLink } from './bad-link.tsx';
import { FormHeading } from './form-heading.tsx';
import { useLinkToken } from './use-link-token.ts';

interface LinkActionProps {
  title: string;
  intro: string;
  action: string;
  /** Consumes the token of the link. */
  onConfirm: (token: string) => Promise<unknown>;
  /** Shown after success. */
  done: { title: string; text: string; next: ReactNode };
  /** Way to a new link if this one is invalid; by default for a password link. */
  another?: ReactNode;
}

/** Runs the action of a mail link after a click only, since mail scanners open links too. */
export function LinkAction({ title, intro, action, onConfirm, done, another }: LinkActionProps) {
  usePageTitle(title);
  const token = useLinkToken();
  const [state, setState] = useState<'asking' | 'busy' | 'done' | 'bad'>('asking');

  async function confirm() {
    if (state === 'busy') return;
    setState('busy');
    try {
      await onConfirm(token ?? '');
      setState('done');
    } catch (error) {
      if (hasCode(error, 'invalid_token')) setState('bad');
      else {
        setState('asking');
        toastError(error);
      }
    }
  }

  if (!token) return <BadLink reason={t.linkMissing} another={another} />;
  if (state === 'bad') return <BadLink reason={t.linkBad} another={another} />;
  if (state === 'done')
    return (
      <div role="status">
        <Stack gap="1.125rem">
          <FormHeading title={done.title} text={done.text} />
          {done.next}
        </Stack>
      </div>
    );
  return (
    <div>
      <Stack gap="1.125rem">
        <FormHeading title={title} text={intro} />
        <SubmitButton isBusy={state === 'busy'} onClick={() => void confirm()}>
          {action}
        </SubmitButton>
      </Stack>
    </div>
  );
}

/** Leads to My account by a full page load: the visitor may or may not be signed in. */
export const ToAccount = () => (
  <Button href="/settings" {...MAIN_ACTION} component="a">
    {t.toAccount}
  </Button>
);

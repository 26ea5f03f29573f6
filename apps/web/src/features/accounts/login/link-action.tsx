import { Button, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
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
  /** Called with the token of the link, which can be used once. */
  onConfirm: (token: string) => Promise<unknown>;
  /** Shown after success. */
  done: { title: string; text: string; next: ReactNode };
  /** Where to go if the link is invalid; by default, to request a new password link. */
  alternative?: ReactNode;
}

/** Runs the action of a mail link only after a click, since mail scanners open links too. */
export function LinkAction({ title, intro, action, onConfirm, done, alternative }: LinkActionProps) {
  usePageTitle(title);
  const token = useLinkToken();
  const [state, setState] = useState<'idle' | 'busy' | 'done' | 'invalid'>('idle');

  async function confirm() {
    if (state === 'busy') return;
    setState('busy');
    try {
      await onConfirm(token ?? '');
      setState('done');
    } catch (error) {
      if (hasCode(error, 'invalid_token')) setState('invalid');
      else {
        setState('idle');
        toastError(error);
      }
    }
  }

  if (!token) return <BadLink reason={t.linkMissing} alternative={alternative} />;
  if (state === 'invalid') return <BadLink reason={t.linkBad} alternative={alternative} />;
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

/** Links to My account with a full page load, since the visitor may not be signed in. */
export const AccountLink = () => (
  <Button href="/settings" component="a">
    {t.toAccount}
  </Button>
);

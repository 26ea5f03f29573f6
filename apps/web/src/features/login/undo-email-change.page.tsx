import { contract } from 'virtual:contract';
import { useState } from 'react';
import { SubmitButton } from '../../components/submit-button.tsx';
import { call } from '../../platform/api.ts';
import { hasCode } from '../../platform/errors.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { PublicLink } from '../../platform/public-navigation.tsx';
import { toastError } from '../../platform/toast.ts';
import { BadLink } from './bad-link.tsx';
import classes from './login.module.css';
import { t } from './login.texts.ts';
import { useLinkToken } from './use-link-token.ts';

/** Where the mail to the former address of an account leads. */
export function Page() {
  usePageTitle(t.undoTitle);
  const token = useLinkToken();
  const [state, setState] = useState<'asking' | 'busy' | 'done' | 'bad'>('asking');

  async function undo() {
    if (state === 'busy') return;
    setState('busy');
    try {
      await call(contract.users.undoEmailChange, { body: { token: token ?? '' } });
      setState('done');
    } catch (error) {
      if (hasCode(error, 'invalid_token')) setState('bad');
      else {
        setState('asking');
        toastError(error);
      }
    }
  }

  if (!token) return <BadLink reason={t.linkMissing} />;
  if (state === 'bad') return <BadLink reason={t.linkBad} />;
  if (state === 'done')
    return (
      <div className={classes.form} role="status">
        <h1>{t.undoDone}</h1>
        <p className={classes.intro}>{t.undoDoneText}</p>
        <PublicLink to="/recover-password" className={classes.action}>
          {t.resetTitle}
        </PublicLink>
      </div>
    );
  return (
    <div className={classes.form}>
      <h1>{t.undoTitle}</h1>
      <p className={classes.intro}>{t.undoIntro}</p>
      <SubmitButton isBusy={state === 'busy'} onClick={() => void undo()}>
        {t.undo}
      </SubmitButton>
    </div>
  );
}

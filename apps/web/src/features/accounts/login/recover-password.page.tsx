import { useState } from 'react';
import { Link } from 'react-router';
import { Field } from '../../../components/field.tsx';
import { SubmitButton } from '../../../components/submit-button.tsx';
import { emailRule } from '../../../platform/account-rules.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useRecoverPassword } from '../accounts.login.queries.ts';
import classes from './accounts.login.module.css';
import { t } from './accounts.login.texts.ts';

export function Page() {
  usePageTitle(t.recoverTitle);
  const [sentTo, setSentTo] = useState<string>();
  const { mutateAsync: recover } = useRecoverPassword();
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: emailRule },
  });
  const { isBusy, onSubmit } = useSubmit(form, async ({ email }) => {
    await recover({ params: { email: email.trim() } });
    setSentTo(email.trim());
  });

  if (sentTo)
    return (
      <div className={classes.form} role="status">
        <h1>{t.recoverSent}</h1>
        <p className={classes.intro}>{t.recoverSentText(sentTo)}</p>
        <button type="button" className={classes.quiet} onClick={() => setSentTo(undefined)}>
          {t.recoverAgain}
        </button>
        <p className={classes.foot}>
          <Link to="/login">{t.backToLogin}</Link>
        </p>
      </div>
    );
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <header>
        <h1>{t.recoverTitle}</h1>
        <p className={classes.intro}>{t.recoverIntro}</p>
      </header>
      <Field
        label={t.email}
        type="email"
        autoComplete="username"
        required
        autoFocus
        {...form.getInputProps('email')}
      />
      <SubmitButton isBusy={isBusy}>{t.recover}</SubmitButton>
      <p className={classes.foot}>
        <Link to="/login">{t.backToLogin}</Link>
      </p>
    </form>
  );
}

import { contract } from 'virtual:contract';
import { Link } from 'react-router';
import { Field, PasswordField } from '../../../components/field.tsx';
import { SubmitButton } from '../../../components/submit-button.tsx';
import { emailRule, passwordGivenRule } from '../../../platform/account-rules.ts';
import { call } from '../../../platform/api.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { leaveFor, storeToken, takeReturnPath } from '../../../platform/session.ts';
import { useForm } from '../../../platform/use-form.ts';
import classes from './accounts.login.module.css';
import { t } from './accounts.login.texts.ts';
import { useToldSubmit } from './use-told-submit.ts';

export function Page() {
  usePageTitle(t.loginTitle);
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: { username: emailRule, password: passwordGivenRule },
  });
  const { isBusy, onSubmit } = useToldSubmit(form, async (values) => {
    const { access_token } = await call(contract.login.loginAccessToken, { body: values });
    storeToken(access_token);
    await leaveFor(takeReturnPath());
  });

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <header>
        <h1>{t.loginTitle}</h1>
        <p className={classes.intro}>{t.loginIntro}</p>
      </header>
      <Field
        label={t.email}
        type="email"
        autoComplete="username"
        required
        autoFocus
        {...form.getInputProps('username')}
      />
      <div>
        <PasswordField
          label={t.password}
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
        <Link to="/recover-password" className={classes.aside}>
          {t.forgot}
        </Link>
      </div>
      <SubmitButton isBusy={isBusy}>{t.logIn}</SubmitButton>
      <p className={classes.foot}>
        {t.noAccount} <Link to="/signup">{t.signUp}</Link>
      </p>
    </form>
  );
}

import { Link } from 'react-router';
import { Field, PasswordField } from '../../../components/field.tsx';
import { SubmitButton } from '../../../components/submit-button.tsx';
import { emailRule, passwordGivenRule } from '../../../platform/account-rules.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { leaveFor, storeToken, takeReturnPath } from '../../../platform/session.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useLogin } from '../accounts.login.queries.ts';
import classes from './accounts.login.module.css';
import { t } from './accounts.login.texts.ts';
import { useToldSubmit } from './use-told-submit.ts';

export function Page() {
  usePageTitle(t.loginTitle);
  const { mutateAsync: login } = useLogin();
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: { username: emailRule, password: passwordGivenRule },
  });
  const { isBusy, onSubmit } = useToldSubmit(form, async (values) => {
    const { body } = await login({ body: values });
    storeToken(body.access_token);
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

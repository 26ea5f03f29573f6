import { Link, useNavigate } from 'react-router';
import { Field, PasswordField } from '../../../components/field.tsx';
import { PasswordStrength } from '../../../components/password-strength.tsx';
import { SubmitButton } from '../../../components/submit-button.tsx';
import {
  confirmationRule,
  emailRule,
  fullNameRule,
  newPasswordRule,
} from '../../../platform/account-rules.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { toastSuccess } from '../../../platform/toast.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useRegister } from '../accounts.login.queries.ts';
import classes from './accounts.login.module.css';
import { t } from './accounts.login.texts.ts';
import { useToldSubmit } from './use-told-submit.ts';

export function Page() {
  usePageTitle(t.signupTitle);
  const navigate = useNavigate();
  const { mutateAsync: register } = useRegister();
  const form = useForm({
    initialValues: { full_name: '', email: '', password: '', confirm_password: '' },
    validate: {
      full_name: fullNameRule,
      email: emailRule,
      password: newPasswordRule,
      confirm_password: (value, { password }) => confirmationRule(value, password),
    },
  });
  const { isBusy, onSubmit } = useToldSubmit(form, async (body) => {
    await register({ body });
    toastSuccess(t.signedUp);
    await navigate('/login');
  });

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <header>
        <h1>{t.signupTitle}</h1>
        <p className={classes.intro}>{t.signupIntro}</p>
      </header>
      <Field
        label={t.fullName}
        autoComplete="name"
        minLength={3}
        required
        autoFocus
        {...form.getInputProps('full_name')}
      />
      <Field label={t.email} type="email" autoComplete="email" required {...form.getInputProps('email')} />
      <div>
        <PasswordField
          label={t.password}
          autoComplete="new-password"
          required
          {...form.getInputProps('password')}
        />
        <PasswordStrength password={form.values.password} />
      </div>
      <PasswordField
        label={t.confirmPassword}
        autoComplete="new-password"
        required
        {...form.getInputProps('confirm_password')}
      />
      <SubmitButton isBusy={isBusy}>{t.signUpAction}</SubmitButton>
      <p className={classes.foot}>
        {t.haveAccount} <Link to="/login">{t.toLogin}</Link>
      </p>
    </form>
  );
}

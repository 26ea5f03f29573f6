import { Button } from '@mantine/core';
import { tsr } from '../platform/client.ts';
import { errorText } from '../platform/errors.ts';
import { Localized } from '../platform/localized.tsx';
import { required, rules } from '../platform/rules.tsx';
import { useForm } from '../platform/use-form.ts';
import { useSubmit } from '../platform/use-submit.tsx';
import { t } from './components.texts.ts';
import { Dialog } from './dialog.tsx';
import { PasswordField } from './password-field.tsx';

interface PasswordPromptProps {
  text: string;
  onAnswer: (isCorrect: boolean) => void;
}

export function PasswordPrompt({ text, onAnswer }: PasswordPromptProps) {
  const { mutateAsync: verify } = tsr.login.verifyPassword.useMutation();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: rules(required(() => t.passwordRequired)) },
  });
  const { isBusy, submit } = useSubmit(
    form,
    async ({ password }) => {
      await verify({ body: { password } });
      onAnswer(true);
    },
    (error) => form.setFieldError('password', <Localized text={() => errorText(error)} />),
  );
  return (
    <Dialog
      title={t.confirmPassword}
      onClose={() => onAnswer(false)}
      onSubmit={submit}
      actions={
        <Button type="submit" loading={isBusy}>
          {t.confirm}
        </Button>
      }
    >
      <p>{text}</p>
      <PasswordField
        label={t.yourPassword}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </Dialog>
  );
}

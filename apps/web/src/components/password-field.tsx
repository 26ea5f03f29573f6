import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { t } from './password-field.texts.ts';

/** A password field with a button that shows and hides the password. */
export function PasswordField(props: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  const label = isShown ? t.hidePassword : t.showPassword;
  return (
    <PasswordInput
      {...props}
      aria-invalid={props.error ? true : undefined}
      visible={isShown}
      onVisibilityChange={setShown}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': label, 'aria-pressed': undefined, title: label }}
    />
  );
}

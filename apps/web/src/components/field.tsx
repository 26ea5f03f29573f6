import { IconAlertCircle, IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { afterPress } from '../platform/after-press.ts';
import { t } from './components.texts.ts';
import classes from './field.module.css';

interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
}

/** A labelled input with its hint and its problem; plain HTML, so that the sign-in page stays light. */
export function Field({ label, hint, error, children, onBlur, ...input }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      <div className={classes.box}>
        <input
          {...input}
          id={id}
          onBlur={(event) => afterPress(() => onBlur?.(event))}
          className={classes.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {children}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/** The problem with a field, shown below it; nothing while the value is valid. */
export const FieldError = ({ id, error }: { id: string; error?: ReactNode }) =>
  error ? (
    <p id={id} className={classes.error}>
      <IconAlertCircle size={15} stroke={2} aria-hidden />
      <span>{error}</span>
    </p>
  ) : null;

/** A password that can be shown, and hidden again. */
export function PasswordField(props: Omit<FieldProps, 'type'>) {
  const [isShown, setShown] = useState(false);
  const label = isShown ? t.hidePassword : t.showPassword;
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <Field {...props} type={isShown ? 'text' : 'password'}>
      <button
        type="button"
        className={classes.toggle}
        aria-label={label}
        title={label}
        onClick={() => setShown(!isShown)}
      >
        <Icon size={18} stroke={1.75} aria-hidden />
      </button>
    </Field>
  );
}

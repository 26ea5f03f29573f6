import { countGraphemes } from '@agora/contract/shared/graphemes';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { afterPress } from '../platform/after-press.ts';
import { formatNumber } from '../platform/i18n.ts';
import { t } from './components.texts.ts';
import counted from './counted-field.module.css';
import classes from './field.module.css';
import { FieldError } from './field.tsx';

interface CountedFieldProps extends Omit<ComponentProps<'textarea'>, 'id' | 'value' | 'rows'> {
  label: string;
  value: string;
  /** Characters, as people count them. */
  max: number;
  /** Of a text with line breaks; without it, a single line. */
  rows?: number;
  error?: ReactNode;
}

/** A labelled text that tells how long it is, and how long it may be: once it was left, also as its problem. */
export function CountedField({ label, value, max, rows, error, onBlur, ...field }: CountedFieldProps) {
  const id = useId();
  const count = countGraphemes(value.trim());
  const [isLeft, setLeft] = useState(false);
  const problem = error ?? (isLeft && count > max ? t.tooLong(max) : undefined);
  const common = {
    ...field,
    value,
    id,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? `${id}-count ${id}-error` : `${id}-count`,
    onBlur: (event: React.FocusEvent<HTMLTextAreaElement>) =>
      afterPress(() => {
        setLeft(true);
        onBlur?.(event);
      }),
  };
  return (
    <div className={classes.field}>
      <div className={counted.head}>
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
        <span id={`${id}-count`} className={counted.count} data-over={count > max || undefined}>
          <span aria-hidden>{`${formatNumber(count)}/${formatNumber(max)}`}</span>
          <span className="visually-hidden">{t.counted(count, max)}</span>
        </span>
      </div>
      {rows ? (
        <textarea {...common} rows={rows} className={`${classes.input} ${counted.area}`} />
      ) : (
        <input {...(common as unknown as ComponentProps<'input'>)} className={classes.input} />
      )}
      <FieldError id={`${id}-error`} error={problem} />
    </div>
  );
}

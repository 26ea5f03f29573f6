import { countGraphemes } from '@agora/contract/shared/graphemes';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { afterPress } from '../platform/after-press.ts';
import { formatNumber } from '../platform/i18n.ts';
import { t } from './components.texts.ts';
import counted from './counted-field.module.css';
import classes from './field.module.css';

interface CountedFieldProps extends Omit<ComponentProps<'textarea'>, 'id' | 'value' | 'rows'> {
  label: string;
  value: string;
  /** Characters, as people count them. */
  max: number;
  /** Of a text with line breaks; without it, a single line. */
  rows?: number;
  error?: ReactNode;
}

/** A labelled text that tells how long it is, and how long it may be. */
export function CountedField({ label, value, max, rows, error, onBlur, ...field }: CountedFieldProps) {
  const id = useId();
  const count = countGraphemes(value.trim());
  const common = {
    ...field,
    value,
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-count ${id}-error` : `${id}-count`,
    onBlur: (event: React.FocusEvent<HTMLTextAreaElement>) => afterPress(() => onBlur?.(event)),
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
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          <IconAlertCircle size={15} stroke={2} aria-hidden />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

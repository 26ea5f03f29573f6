import { type ComponentProps, type ReactNode, useId } from 'react';
import fieldClasses from './field.module.css';
import classes from './select.module.css';

type Option<Value extends string> = { value: Value; label: string } | Value;

interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  /** Above it; without one give an aria-label. */
  label?: ReactNode;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly Option<Value>[];
}

/** One of a few, by the browser's own control: right on every phone and for every keyboard. */
export function Select<Value extends string>({ label, options, onChange, ...select }: SelectProps<Value>) {
  const id = useId();
  return (
    <div className={fieldClasses.field}>
      {label && (
        <label htmlFor={id} className={fieldClasses.label}>
          {label}
        </label>
      )}
      <select
        {...select}
        id={id}
        className={classes.select}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
      >
        {options.map((option) => {
          const { value, label } = typeof option === 'string' ? { value: option, label: option } : option;
          return (
            <option key={value} value={value}>
              {label}
            </option>
          );
        })}
      </select>
    </div>
  );
}

import classes from './date-field.module.css';

interface DateFieldProps {
  label: string;
  /** A civil date. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A day to filter by. */
export function DateField({ label, value = '', onChange }: DateFieldProps) {
  return (
    <label className={classes.date}>
      {label}
      <input
        type="date"
        className={classes.input}
        value={value}
        max="2999-12-31"
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      />
    </label>
  );
}

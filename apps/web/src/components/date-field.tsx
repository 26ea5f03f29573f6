import { TextInput } from '@mantine/core';

interface DateFieldProps {
  label: string;
  /** A civil date. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A date filter. */
export const DateField = ({ label, value = '', onChange }: DateFieldProps) => (
  <TextInput
    type="date"
    label={label}
    value={value}
    max="2999-12-31"
    onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
  />
);

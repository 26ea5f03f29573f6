import { NativeSelect, type NativeSelectProps } from '@mantine/core';

interface SelectProps<Value extends string> extends Omit<NativeSelectProps, 'onChange' | 'value' | 'data'> {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly ({ value: Value; label: string } | Value)[];
}

/** Mantine's native select with typed values. */
export const Select = <Value extends string>({ options, onChange, ...select }: SelectProps<Value>) => (
  <NativeSelect
    {...select}
    data={[...options]}
    onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
  />
);

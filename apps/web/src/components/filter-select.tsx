import { Select } from './select.tsx';

interface FilterSelectProps<Value extends string> {
  label: string;
  /** Label of the option without a value. */
  anyLabel: string;
  values: readonly Value[];
  labelOf: (value: Value) => string;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/** A filter with a few values or "any". Keeps a value that is not in the list or not loaded yet. */
export const FilterSelect = <Value extends string>(props: FilterSelectProps<Value>) => (
  <Select<Value | ''>
    aria-label={props.label}
    value={props.value ?? ''}
    onChange={(value) => props.onChange(value || undefined)}
    options={[
      { value: '', label: props.anyLabel },
      ...props.values.map((value) => ({ value, label: props.labelOf(value) })),
      ...(props.value && !props.values.includes(props.value) ? [{ value: props.value, label: '…' }] : []),
    ]}
  />
);

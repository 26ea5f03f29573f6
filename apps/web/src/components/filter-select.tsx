import { Select } from './select.tsx';

interface FilterSelectProps<Value extends string> {
  label: string;
  /** What the choice of no value at all is called. */
  anyLabel: string;
  values: readonly Value[];
  labelOf: (value: Value) => string;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/** One of a few values to filter by, or any of them. */
export const FilterSelect = <Value extends string>(props: FilterSelectProps<Value>) => (
  <Select<Value | ''>
    aria-label={props.label}
    value={props.value ?? ''}
    onChange={(value) => props.onChange(value || undefined)}
    options={[
      { value: '', label: props.anyLabel },
      ...props.values.map((value) => ({ value, label: props.labelOf(value) })),
    ]}
  />
);

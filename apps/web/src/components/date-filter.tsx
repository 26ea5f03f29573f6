import { isCivilDate } from '@agora/contract/shared/civil-date';
import { useState } from 'react';
import { afterPress } from '../platform/after-press.ts';
import DateField from './date-field.tsx';
import { validDate } from './date-rules.ts';

interface DateFilterProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Filters a list by a date once it is valid; invalid input is kept and marked as an error. */
export function DateFilter({ label, value = '', onChange }: DateFilterProps) {
  const [invalid, setInvalid] = useState('');
  const [isTouched, setTouched] = useState(false);
  const typed = invalid || value;
  function onType(text: string): void {
    const isValid = text === '' || isCivilDate(text);
    setTouched(false);
    setInvalid(isValid ? '' : text);
    if (isValid) onChange(text || undefined);
  }
  return (
    <DateField
      label={label}
      isInPopover
      flex="1 1 9.5rem"
      value={typed}
      error={isTouched && validDate(typed, label)}
      onBlur={() => afterPress(() => setTouched(true))}
      onChange={onType}
    />
  );
}

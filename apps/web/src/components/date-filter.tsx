import { isCivilDate } from '@agora/contract/shared/civil-date';
import { useState } from 'react';
import { afterPress } from '../platform/after-press.ts';
import DateField from './date-field.tsx';
import { realDate } from './date-rules.ts';

interface DateFilterProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Filters a list by a date once it is valid; invalid input is kept and marked as an error. */
export function DateFilter({ label, value = '', onChange }: DateFilterProps) {
  const [wrong, setWrong] = useState('');
  const [isLeft, setLeft] = useState(false);
  const typed = wrong || value;
  function type(text: string): void {
    const isRight = text === '' || isCivilDate(text);
    setLeft(false);
    setWrong(isRight ? '' : text);
    if (isRight) onChange(text || undefined);
  }
  return (
    <DateField
      label={label}
      flex="1 1 9.5rem"
      value={typed}
      error={isLeft && realDate(typed, label)}
      onBlur={() => afterPress(() => setLeft(true))}
      onChange={type}
    />
  );
}

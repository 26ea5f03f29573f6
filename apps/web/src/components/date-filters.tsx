import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { DateField } from './date-field.tsx';
import classes from './date-filters.module.css';

interface DateFiltersProps<Name extends string> {
  label: string;
  /** The filters, each with what it is called. */
  names: Record<Name, string>;
  filters: NoInfer<Record<Name, string | undefined>>;
  onChange: (patch: NoInfer<Partial<Record<Name, string | undefined>>>) => void;
}

/** Days to filter by, on a line of their own that a button shows; one that narrows the list is never hidden. */
export function DateFilters<Name extends string>({
  label,
  names,
  filters,
  onChange,
}: DateFiltersProps<Name>) {
  const fields = Object.keys(names) as Name[];
  const areUsed = fields.some((name) => filters[name] !== undefined);
  const [isOpen, setOpen] = useState(areUsed);
  const areShown = isOpen || areUsed;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        aria-expanded={areShown}
        leftSection={<IconAdjustmentsHorizontal size={17} aria-hidden />}
        onClick={() => setOpen(!areShown)}
      >
        {label}
      </Button>
      {areShown && (
        <div className={classes.dates}>
          {fields.map((name) => (
            <DateField
              key={name}
              label={names[name]}
              value={filters[name]}
              onChange={(value) => onChange({ [name]: value } as Partial<Record<Name, string | undefined>>)}
            />
          ))}
        </div>
      )}
    </>
  );
}

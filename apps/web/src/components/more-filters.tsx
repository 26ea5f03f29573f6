import { Button, Group } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

interface MoreFiltersProps {
  label: string;
  /** True if one of the filters is set: then they stay visible. */
  isActive: boolean;
  children: ReactNode;
}

/** Filters on a separate line that a button shows. */
export function MoreFilters({ label, isActive, children }: MoreFiltersProps) {
  const [isOpen, setOpen] = useState(isActive);
  const areShown = isOpen || isActive;
  return (
    <>
      <Button
        variant="default"
        data-more
        aria-expanded={areShown}
        leftSection={<IconAdjustmentsHorizontal size={17} aria-hidden />}
        onClick={() => setOpen(!areShown)}
      >
        {label}
      </Button>
      {/* After all other filters, wherever the button is. */}
      {areShown && (
        <Group gap="sm" align="end" w="100%" style={{ order: 1 }}>
          {children}
        </Group>
      )}
    </>
  );
}

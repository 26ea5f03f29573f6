import { Button, Popover, SimpleGrid } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from './list-frame.texts.ts';

interface MoreFiltersProps {
  label: string;
  /** Number of these filters that are set, shown on the button. */
  used: number;
  children: ReactNode;
}

/** Filters in a popover of a button, so that they take no room from the rows. */
export const MoreFilters = ({ label, used, children }: MoreFiltersProps) => (
  <Popover position="bottom-end" width="min(24rem, calc(100vw - 2rem))" shadow="md" trapFocus returnFocus>
    <Popover.Target>
      <Button
        variant={used > 0 ? 'light' : 'default'}
        data-more
        leftSection={<IconAdjustmentsHorizontal size={17} aria-hidden />}
      >
        {used > 0 ? t.used(label, used) : label}
      </Button>
    </Popover.Target>
    <Popover.Dropdown p="md">
      <SimpleGrid cols={1} spacing="sm">
        {children}
      </SimpleGrid>
    </Popover.Dropdown>
  </Popover>
);

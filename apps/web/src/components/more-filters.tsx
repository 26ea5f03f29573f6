import { Button, Popover, SimpleGrid } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { t } from './list-frame.texts.ts';

interface MoreFiltersProps {
  label: string;
  /** Number of these filters that are set, or what they say, shown on the button. */
  used: number | string;
  /** May close the popover. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** Filters in a popover of a button, so that they take no room from the rows. */
export function MoreFilters({ label, used, children }: MoreFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(24rem, calc(100vw - 2rem))"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant={used ? 'light' : 'default'}
          data-more
          leftSection={<IconAdjustmentsHorizontal size={17} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
          {...(typeof used === 'string' && used && { 'aria-label': t.said(label, used) })}
        >
          {used ? (typeof used === 'string' ? used : t.used(label, used)) : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="md">
        <SimpleGrid cols={1} spacing="sm">
          {typeof children === 'function' ? children(() => setOpen(false)) : children}
        </SimpleGrid>
      </Popover.Dropdown>
    </Popover>
  );
}

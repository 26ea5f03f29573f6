import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';

interface NewButtonProps {
  /** Page on which something new is written. */
  to: string;
  children: string;
}

/** Link of a list to the page of a new entry, also by the key `c`. */
export const NewButton = ({ to, children }: NewButtonProps) => (
  <Button component={Link} to={to} data-shortcut="c" leftSection={<IconPlus size={17} aria-hidden />}>
    {children}
  </Button>
);

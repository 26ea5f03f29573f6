import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';

interface NewButtonProps {
  /** Page that creates a new entry. */
  to: string;
  children: string;
}

/** Link to the page that creates a new entry, with the shortcut `c`. */
export const NewButton = ({ to, children }: NewButtonProps) => (
  <Button component={Link} to={to} data-shortcut="c" leftSection={<IconPlus size={17} aria-hidden />}>
    {children}
  </Button>
);

import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { t } from './components.texts.ts';

/** A filter set by a link, with a button that clears it. */
export const ChosenFilter = ({ label, onClear }: { label: string; onClear: () => void }) => (
  <Button variant="light" rightSection={<IconX size={15} aria-label={t.removeFilter} />} onClick={onClear}>
    {label}
  </Button>
);

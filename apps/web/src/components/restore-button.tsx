import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { t } from './components.texts.ts';

interface RestoreButtonProps {
  /** Name of the row, for assistive technology. */
  name: string;
  isBusy: boolean;
  onClick: () => void;
}

/** Takes one row out of the trash. */
export const RestoreButton = ({ name, isBusy, onClick }: RestoreButtonProps) => (
  <Button
    size="compact-sm"
    variant="default"
    leftSection={<IconArrowBackUp size={16} aria-hidden />}
    aria-label={t.restoreOf(name)}
    disabled={isBusy}
    onClick={onClick}
  >
    {t.restore}
  </Button>
);

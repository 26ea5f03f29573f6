import { ActionIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

interface RowButtonProps {
  icon: Icon;
  /** Says what it does, and with which row. */
  label: string;
  isBusy?: boolean;
  /** The keys of lists focus it; by default the first link or button of the row. */
  isMain?: boolean;
  onClick: () => void;
}

/** An action on a row, as an icon. */
export const RowButton = ({ icon: Symbol, label, isBusy = false, isMain, onClick }: RowButtonProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size="lg"
    aria-label={label}
    title={label}
    disabled={isBusy}
    data-main={isMain}
    onClick={onClick}
  >
    <Symbol size={17} stroke={1.75} aria-hidden />
  </ActionIcon>
);

import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';

interface SubmitButtonProps {
  isBusy: boolean;
  children: ReactNode;
  onClick?: () => void;
}

/** The main action of a public page. While busy it keeps its focus and its width. */
export const SubmitButton = ({ isBusy, children, onClick }: SubmitButtonProps) => (
  <Button
    type={onClick ? 'button' : 'submit'}
    fullWidth
    aria-disabled={isBusy}
    aria-busy={isBusy}
    leftSection={isBusy && <Loader size={18} color="white" aria-hidden />}
    onClick={(event) => {
      if (isBusy) event.preventDefault();
      else onClick?.();
    }}
  >
    {children}
  </Button>
);

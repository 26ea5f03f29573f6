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
    // Large text: the accent has enough contrast below it (WCAG 2.2, 1.4.3).
    color="teal.5"
    fullWidth
    h="2.625rem"
    fz="1.1875rem"
    fw={700}
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

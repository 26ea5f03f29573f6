import type { ReactNode } from 'react';
import classes from './submit-button.module.css';

/** The one action of a public page. While busy it keeps its focus and its width. */
export function SubmitButton({ isBusy, children, onClick }: SubmitButtonProps) {
  return (
    <button
      type={onClick ? 'button' : 'submit'}
      className={classes.button}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      data-loading={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.();
      }}
    >
      <span className={classes.label}>{children}</span>
      {isBusy && <span className={classes.spinner} aria-hidden />}
    </button>
  );
}

interface SubmitButtonProps {
  isBusy: boolean;
  children: ReactNode;
  onClick?: () => void;
}

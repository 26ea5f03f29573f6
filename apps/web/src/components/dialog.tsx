import { Box, Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { t } from './components.texts.ts';
import classes from './dialog.module.css';

interface DialogProps {
  title: string;
  children: ReactNode;
  /** Buttons beside the close button. */
  actions?: ReactNode;
  /** Text of the close button; by default "Cancel" beside other buttons. */
  close?: string | undefined;
  size?: string;
  onClose: () => void;
  onSubmit: () => void;
}

/** A modal form: Enter submits, Ctrl+Enter from a multi-line field; Escape cancels. */
export function Dialog({ title, children, actions, close, size = 'md', onClose, onSubmit }: DialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      centered
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': t.close }}
      classNames={{ body: classes.body }}
    >
      <Box
        component="form"
        className={classes.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          event.stopPropagation();
          onSubmit();
        }}
        onKeyDown={(event: KeyboardEvent<HTMLFormElement>) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          event.currentTarget.requestSubmit();
        }}
      >
        <Stack className={classes.fields}>{children}</Stack>
        <Group justify="flex-end" gap="xs" className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {close ?? (actions ? t.cancel : t.close)}
          </Button>
          {actions}
        </Group>
      </Box>
    </Modal>
  );
}

interface FormDialogProps extends Omit<DialogProps, 'actions'> {
  isBusy: boolean;
  /** Text of the submit button; by default "Save". */
  submit?: string;
}

/** A modal form of what is saved. */
export const FormDialog = ({ isBusy, submit = t.save, ...dialog }: FormDialogProps) => (
  <Dialog
    {...dialog}
    actions={
      <Button type="submit" loading={isBusy}>
        {submit}
      </Button>
    }
  />
);
